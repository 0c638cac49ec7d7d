// Camera, time and what is shown, kept while a page is loaded again.

const KEY = "dalembert page";

export function keep({ player, stage, plots, live, themeName }) {
  const { rig } = stage;
  const camera = { azimuth: rig.azimuth, elevation: rig.elevation, height: rig.height, target: rig.target.toArray(), isParallel: rig.isParallel, isFlat: rig.isFlat, isTouched: rig.isTouched };
  live?.writeNow();
  sessionStorage.setItem(KEY, JSON.stringify({
    t: player.t, playing: player.playing, speed: player.speed, view: stage.view, camera, toggles: stage.toggles, names: plots.names, theme: themeName, scroll: document.getElementById("side").scrollTop,
  }));
}

export function restore(page) {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (!text) return;
  const kept = JSON.parse(text);
  const { stage } = page;
  const { target, ...camera } = kept.camera;
  Object.assign(stage.toggles, kept.toggles);
  // a camera that nobody moved sees what is there now as a whole
  if (camera.isTouched) {
    stage.view = kept.view;
    Object.assign(stage.rig, camera);
    stage.rig.target.fromArray(target);
    stage.rig.update();
  } else stage.see(kept.view);
  if (kept.theme !== page.themeName) page.theme(kept.theme);
  page.plots.addAll(kept.names.filter((name) => !page.plots.names.includes(name)));
  for (const name of page.plots.names) if (!kept.names.includes(name)) page.plots.remove(name);
  page.speed(kept.speed);
  page.player.seek(kept.t);
  page.player.play(kept.playing);
  page.pressed();
  document.getElementById("side").scrollTop = kept.scroll;
}
