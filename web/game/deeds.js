// The buttons of a player, and the menu behind the last of them.
import { draw as svg, find, make, say } from '../lib/dom.js';
import { habits, setHabits } from '../lib/settings.js';
import { text } from '../lib/text.js';
import { abilities, fenAt, isPlaying, plays, playsBoth, ply } from './state.js';

/** @import { Table } from './game.js' */
/** @import { Claim } from '../wire.d.ts' */

/**
 * @typedef {object} Deed
 * @property {string} key
 * @property {keyof typeof ICONS} icon
 * @property {string} words
 * @property {string} [title] the same at length
 * @property {() => void} [press]
 * @property {string} [href]
 * @property {string} [tone]
 * @property {boolean} [isOff] not now
 * @property {boolean} [isDown] whether it is on
 */

const ICONS = {
  draw: 'M4 9h16M4 15h16',
  back: 'M9 5L4 10l5 5M4 10h10a6 6 0 016 6v3',
  flag: 'M6 21V4M6 4h12l-3 4 3 4H6',
  cross: 'M6 6l12 12M18 6L6 18',
  talk: 'M4 5h16v11H10l-5 4v-4H4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  again: 'M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5',
  plus: 'M12 5v14M5 12h14',
  lens: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  flip: 'M8 4v15M8 4L4 8M8 4l4 4M16 20V5M16 20l4-4M16 20l-4-4',
};

/** How long a first press on a grave button is remembered. */
const SECOND_PRESS = 3000;

/**
 * @param {HTMLElement} root
 * @param {Table} table
 */
export function makeDeeds(root, table) {
  const row = find('.deeds', root);
  const menu = find('.menu', root);
  let isArmed = false;
  let timer = 0;
  let memory = '';
  /** @type {Map<string, () => void>} */
  const presses = new Map();

  row.addEventListener('click', (event) => {
    // A press too many, on what is another button by now.
    if (event.detail > 2) return event.preventDefault();
    const key = /** @type {Element} */ (event.target).closest('[data-deed]')?.getAttribute('data-deed');
    if (key) presses.get(key)?.();
  });
  menu.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('button, a')) menu.hidePopover();
  });

  function arm() {
    isArmed = !isArmed;
    clearTimeout(timer);
    if (isArmed) {
      say(text('game_resign_confirm'), 'urgent');
      timer = window.setTimeout(() => { isArmed = false; draw(); }, SECOND_PRESS);
    } else {
      table.act('resign');
    }
    draw();
  }

  function draw() {
    const deeds = deedsOf(table, { isArmed, arm, openMenu });
    presses.clear();
    for (const { key, press } of deeds) if (press) presses.set(key, press);
    const mark = JSON.stringify(deeds);
    if (mark === memory) return;
    memory = mark;
    const focused = row.contains(document.activeElement) && document.activeElement?.getAttribute('data-deed');
    row.replaceChildren(...deeds.map(button));
    if (focused) /** @type {HTMLElement | null} */ (row.querySelector(`[data-deed=${focused}]`))?.focus();
  }

  function openMenu() {
    menu.replaceChildren(...menuOf(table));
    const box = /** @type {DOMRect} */ (row.querySelector('[data-deed=more]')?.getBoundingClientRect());
    menu.showPopover();
    menu.style.top = `${Math.max(8, box.top - menu.offsetHeight - 6)}px`;
    menu.style.left = `${Math.max(8, Math.min(box.right, innerWidth - 8) - menu.offsetWidth)}px`;
    /** @type {HTMLElement | null} */ (menu.querySelector('button, a'))?.focus();
  }

  return { draw, openMenu };
}

/** @param {Deed} deed */
function button({ key, icon, words, title, href, tone, isOff, isDown }) {
  const image = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[icon] }));
  const attributes = {
    class: `deed ${tone ?? ''}`, 'data-deed': key, title, href, disabled: isOff, 'aria-pressed': isDown === undefined ? null : String(isDown),
    ...(key === 'more' ? { 'aria-haspopup': 'true' } : {}),
  };
  const label = make('span', {}, words);
  if (!href) return make('button', attributes, image, label);
  return make('a', { ...attributes, class: `button deed ${tone ?? ''}` }, image, label);
}

/**
 * @param {Table} table
 * @param {{ isArmed: boolean, arm: () => void, openMenu: () => void }} hands
 * @returns {Deed[]}
 */
function deedsOf(table, { isArmed, arm, openMenu }) {
  const { game } = table;
  if (!game.view || game.view.stage === 'waiting') return [];
  const can = abilities(game);
  /** @type {Deed[]} */
  const deeds = [];
  if (can.resign) {
    if (!isArmed) {
      deeds.push({
        key: 'draw', icon: 'draw', words: text('game_draw'), title: text('game_draw_long'),
        isOff: !can.draw, press: () => table.act('offer_draw'),
      });
      deeds.push({
        key: 'back', icon: 'back', words: text('game_take_back'), title: text('game_take_back_long'),
        isOff: !can.takeBack, press: () => table.act('ask_take_back'),
      });
    }
    deeds.push(can.isEarly
      ? { key: 'abort', icon: 'cross', words: text('game_abort'), press: () => table.act('abort') }
      : {
        key: 'resign', icon: 'flag', words: text(isArmed ? 'game_resign_confirm' : 'game_resign'),
        tone: isArmed ? 'danger armed' : '', press: arm,
      });
  } else {
    if (can.rematch) {
      const { isAsked, isOffered } = game.rematch;
      const words = isAsked ? 'game_rematch_asked' : isOffered ? 'game_rematch_accept' : 'game_rematch';
      deeds.push({
        key: 'rematch', icon: 'again', words: text(words), tone: 'primary', isOff: isAsked, press: () => table.rematch(),
      });
    }
    if (!isPlaying(game)) {
      deeds.push({ key: 'new', icon: 'plus', words: text('game_new'), title: text('game_new_long'), href: '/' });
    }
    deeds.push({ key: 'analyse', icon: 'lens', words: text('game_analyze'), href: `/analysis?game=${game.id}` });
    if (isPlaying(game)) {
      deeds.push({
        key: 'flip', icon: 'flip', words: text('game_flip_short'), title: text('game_flip'), press: () => table.flip(),
      });
    }
  }
  if (can.chat) {
    const words = text('game_chat') + (table.unread ? ` (${table.unread})` : '');
    const tone = table.unread ? 'unread' : '';
    deeds.push({ key: 'talk', icon: 'talk', words, isDown: table.isTalking, tone, press: () => table.talk() });
  }
  deeds.push({ key: 'more', icon: 'more', words: text('game_more'), press: openMenu });
  return deeds;
}

/** @param {Table} table */
function menuOf(table) {
  const { game } = table;
  const can = abilities(game);
  const wanted = habits();
  const pgn = `/v1/games/${game.id}/pgn`;
  /** @param {string} words @param {() => void} press @param {boolean} [isOn] */
  const item = (words, press, isOn) =>
    make('button', { class: 'quiet', 'aria-pressed': isOn === undefined ? null : String(isOn), onclick: press }, words);
  /** @param {Claim} claim */
  const claim = (claim) => item(text(`game_claim_${claim}_with`), () => table.set({ claiming: claim }));
  const items = [
    item(text('game_flip'), () => table.flip()),
    playsBoth(game) && item(text('game_flip_each_move'), () => table.setTurning(!table.isTurning), table.isTurning),
    can.giveTime && item(text('game_give_time'), () => table.act({ give_time: 15 })),
    can.resign && game.view?.options.conduct === 'formal'
      && item(text('game_adjust'), () => table.set({ isAdjusting: true })),
    can.claimWith && claim('threefold'),
    can.claimWith && claim('fifty_moves'),
    can.abort && !can.isEarly && item(text('game_abort'), () => table.act('abort')),
    isPlaying(game) && plays(game) && item(text('game_typed'), () => table.type('')),
    item(text('game_sound'), () => setHabits({ sound: !wanted.sound }), wanted.sound),
    item(text('game_spoken'), () => setHabits({ spoken: !wanted.spoken }), wanted.spoken),
    item(text('game_zen'), () => setHabits({ zen: !wanted.zen }), wanted.zen),
    item(text('game_copy_link'), () => table.copyLink()),
    item(text('game_copy_fen'), () => table.copy(fenAt(game, ply(game)))),
    game.state && item(text('game_copy_pgn'), () => table.copyPgn()),
    game.state && make('a', { class: 'button quiet', href: pgn, download: `${game.id}.pgn` }, text('game_download_pgn')),
  ];
  return items.filter((it) => it instanceof HTMLElement);
}
