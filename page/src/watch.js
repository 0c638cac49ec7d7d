// A page that is served while its model is written: what is new is taken over, with camera, time and settings.

import { keep, restore } from "./settings.js";
import { element } from "./words.js";

const PAUSE = 400;

export class Watch {
  constructor(page) {
    this.page = page;
    this.banner = element("p", { id: "watch-said", role: "alert", hidden: true });
    document.getElementById("stage").append(this.banner);
    restore(page);
    this.ask();
  }

  async ask() {
    try {
      const { version, error } = await (await fetch("version", { cache: "no-store" })).json();
      this.version ??= version;
      this.say(error);
      if (version !== this.version) {
        keep(this.page);
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
}
