// Time: playing, stepping, looping, a range to stay in.

import { placeOf } from "./data.js";

const SECONDS = 8;

// Real time for spans of three to twelve seconds; else 1, 2 or 5 times a power of ten, so that they take five to twelve.
export function usualSpeed(span) {
  const ideal = span / SECONDS;
  if (span >= 2.99 && span <= 12.01) return 1;
  const power = Math.floor(Math.log10(ideal));
  const choices = [1, 2, 5, 10].map((k) => k * 10 ** power);
  return choices.reduce((best, x) => (Math.abs(Math.log(x / ideal)) < Math.abs(Math.log(best / ideal)) ? x : best));
}

export class Player {
  constructor(times, changed) {
    this.times = times;
    this.whole = [times[0], times[times.length - 1]];
    this.range = this.whole;
    this.t = this.whole[0];
    this.span = this.whole[1] - this.whole[0];
    this.speed = this.span > 0 ? usualSpeed(this.span) : 1;
    this.playing = false;
    this.loop = true;
    this.changed = changed;
  }

  // More rows of a motion without an end; the present is its last one.
  grow(times) {
    this.times = times;
    this.whole = this.range = [times[0], times[times.length - 1]];
    this.span = this.whole[1] - this.whole[0];
    this.t = this.whole[1];
  }

  seek(t) {
    this.t = Math.min(this.whole[1], Math.max(this.whole[0], t));
    this.changed();
  }

  play(playing = !this.playing) {
    this.playing = playing && (this.span > 0 || this.isEndless === true);
    if (this.isEndless) this.t = this.playing ? this.whole[1] : this.t;
    else if (this.playing && this.t >= this.range[1]) this.t = this.range[0];
    this.changed();
  }

  step(count) {
    this.playing = false;
    const [low, high, part] = placeOf(this.times, this.t);
    const row = count > 0 ? (part >= 1 ? high : low) : part > 0 ? high : low;
    this.seek(this.times[Math.min(this.times.length - 1, Math.max(0, row + count))]);
  }

  // Stay between two times; null is the whole motion again.
  keep(range) {
    this.range = range ?? this.whole;
    if (this.t < this.range[0] || this.t > this.range[1]) this.t = this.range[0];
    this.changed();
  }

  advance(seconds) {
    if (!this.playing) return;
    let t = this.t + seconds * this.speed;
    const [start, end] = this.range;
    if (t >= end) {
      if (this.loop) t = start + ((t - start) % (end - start || 1));
      else {
        t = end;
        this.playing = false;
      }
    }
    this.t = t;
    this.changed();
  }
}
