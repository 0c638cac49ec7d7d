// A page that is served while its model is written: what is new is taken over, with camera, time and settings.

import { element } from "./words.js";

const PAUSE = 400;
const KEY = "dalembert watched page";

export class Watch {
  constructor(page) {
    this.page = page;
    this.banner = element("p", { id: "watch-said", role: "alert", hidden: true });
    document.getElementById("stage").append(this.banner);
    this.restore();
    this.ask();
  }

  async ask() {
    try {
      const { version, error } = await (await fetch("version", { cache: "no-store" })).json();
      this.version ??= version;
      this.say(error);
      if (version !== this.version) {
        this.keep();
        location.reload();
        return;
      }
    } catch {
      this.say("The program that made this page has ended. What is here goes on.");
    }
    setTimeout(() => this.ask(), PAUSE);
  }

  say(text) {
    this.banner.textContent = text;
    this.banner.hidden = !text;
  }

  keep() {
    const { player, stage, plots, live, themeName } = this.page;
    const { rig } = stage;
    const camera = { azimuth: rig.azimuth, elevation: rig.elevation, height: rig.height, target: rig.target.toArray(), isParallel: rig.isParallel, isFlat: rig.isFlat, isTouched: rig.isTouched };
    live?.writeNow();
    sessionStorage.setItem(KEY, JSON.stringify({
      t: player.t, playing: player.playing, speed: player.speed, view: stage.view, camera, toggles: stage.toggles, names: plots.names, theme: themeName, scroll: document.getElementById("side").scrollTop,
    }));
  }

  restore() {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (!text) return;
    const kept = JSON.parse(text);
    const { page } = this;
    const { rig } = page.stage;
    Object.assign(page.stage.toggles, kept.toggles);
    page.stage.view = kept.view;
    const { target, ...camera } = kept.camera;
    Object.assign(rig, camera);
    rig.target.fromArray(target);
    rig.update();
    if (kept.theme !== page.themeName) page.theme(kept.theme);
    page.plots.addAll(kept.names.filter((name) => !page.plots.names.includes(name)));
    for (const name of page.plots.names) if (!kept.names.includes(name)) page.plots.remove(name);
    page.speed(kept.speed);
    page.player.seek(kept.t);
    page.player.play(kept.playing);
    page.pressed();
    document.getElementById("side").scrollTop = kept.scroll;
  }
}
