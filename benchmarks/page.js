// Measures from inside the page, so that nothing between it and the benchmark counts.
(() => {
  const frame = () => new Promise(requestAnimationFrame);

  // What stands in <noscript> is text of the body too, and nobody sees it.
  const drawn = () => document.querySelector("#root, div")?.textContent ?? "";

  /** The time of the first frame after the page shows this. */
  async function shown(words) {
    while (!drawn().includes(words)) await frame();
    await frame();
    return performance.now();
  }

  /** What scrolls by the most, the page's list of messages. */
  function scroller() {
    const all = [...document.querySelectorAll("main, main *, body > div")];
    const room = (one) => one.scrollHeight - one.clientHeight;
    const able = all.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY));
    return able.reduce((best, one) => (room(one) > room(best) ? one : best), able[0]);
  }

  /** Scrolls from the end to the start; the times between frames, and the tasks over 50 ms. */
  async function scroll(step) {
    const long = [];
    const watch = new PerformanceObserver((list) => long.push(...list.getEntries()));
    watch.observe({ type: "longtask" });
    const list = scroller();
    const gaps = [];
    let last = await frame();
    let stuck = 0;
    while (stuck < 3) {
      const before = list.scrollTop;
      list.scrollTop = before - step;
      const now = await frame();
      gaps.push(now - last);
      last = now;
      stuck = list.scrollTop < 1 && before < 1 ? stuck + 1 : 0;
    }
    watch.disconnect();
    const blank = list.scrollHeight - list.clientHeight > 0 ? 0 : 1;
    return { gaps, long: long.map((one) => one.duration), blank };
  }

  /** Says something as somebody else; how long it took from its event to its being drawn. */
  async function heard(channel, words) {
    const source = new EventSource("/sandbox/events");
    await new Promise((open) => { source.onopen = open; });
    const arrived = new Promise((done) => {
      source.addEventListener("message", (event) => {
        if (event.data.includes(words)) done(performance.now());
      });
    });
    const body = JSON.stringify({ channel, text: words });
    const headers = { "Content-Type": "application/json" };
    const seen = shown(words);
    fetch("/sandbox/users/eli/say", { method: "POST", headers, body });
    const from = await arrived;
    source.close();
    return Math.max(0, (await seen) - from);
  }

  /** Presses something; the time until the second frame after it, which shows what came of it. */
  async function pressed(element) {
    const from = performance.now();
    element.click();
    await frame();
    await frame();
    return performance.now() - from;
  }

  window.bench = { shown, scroll, heard, pressed };
})();
