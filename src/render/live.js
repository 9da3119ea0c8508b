"use strict";
// Keeps a served page up to date: it takes the steps of the game as they come, says when the connection is lost and comes
// back, and shows everything once the game is over. What it is sent is what its viewer may know; it hides nothing itself.
(() => {
  const { live } = page;
  const element = (id) => document.getElementById(id);
  const AGAIN = 2000;
  const say = (words) => {
    element("live").textContent = words;
    element("live").hidden = !words;
  };
  element("list").href = live.list;
  element("list").hidden = false;

  // The last thing said that the connection does not change.
  let standing = "";
  const tell = (words) => {
    standing = words;
    say(words);
  };

  // A link is followed once, whatever is shown first.
  let followed = false;
  const follow = () => {
    if (!followed) page.follow();
    followed = true;
  };
  const begin = ({ title, viewer, seats, points, counts, parts, steps, drawings, sprites, changes, texts, rules }) => {
    const views = [{ viewer, seats, points, counts, parts, steps }];
    tell("");
    page.begin({ drawings, sprites, changes, texts, rules, games: [{ title, views }] }, viewer, steps.length - 1);
    follow();
  };
  // Everything that was hidden, once it may be told.
  const reveal = async ({ whole, why }) => {
    if (!whole) {
      tell(why);
      return;
    }
    const coming = "The game is over. All of it is on its way …";
    tell(coming);
    const answer = await fetch(whole);
    if (!answer.ok) {
      tell(await answer.text());
      return;
    }
    const all = await answer.json();
    const step = page.steps() ? page.step() : Infinity;
    page.begin(all, "", step);
    follow();
    if (standing === coming) tell(why);
  };

  // A player looks at the end of a game until they go on; what comes meanwhile is held back.
  let [ended, held] = [false, null];
  const acts = {
    steps: (news) => {
      if (news.from === 0) begin(news);
      else if (news.from === page.steps()) page.add(news);
      else page.restart();
    },
    wait: ({ why }) => tell(why),
    ask: (question) => seat.ask(question),
    over: (end) => {
      ended = true;
      seat.close("");
      return reveal(end);
    },
  };
  const take = (name, news) => {
    if (!held && live.plays && ended && name === "steps" && news.from === 0) {
      held = [];
      element("onward").hidden = false;
    }
    if (held) held.push([name, news]);
    else acts[name](news);
  };
  const onward = () => {
    const all = held ?? [];
    [ended, held] = [false, null];
    element("onward").hidden = true;
    for (const [name, news] of all) take(name, news);
  };
  element("onward").addEventListener("click", onward);

  const connect = () => {
    const source = new EventSource(live.events);
    const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    const again = () => {
      source.close();
      setTimeout(connect, AGAIN);
    };
    source.onopen = () => say(standing);
    source.onerror = () => {
      say("The connection is lost. Trying again …");
      if (source.readyState === EventSource.CLOSED) again();
    };
    for (const name of Object.keys(acts)) on(name, (news) => take(name, news));
    page.restart = again;
    on("bye", () => {
      source.close();
      tell("The games are over. This page stays as it is.");
    });
  };
  connect();
})();
