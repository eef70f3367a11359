// The buttons below the moves, and the menu behind the last of them.
import { ask } from '../lib/api.js';
import { draw as svg, find, make, say } from '../lib/dom.js';
import { displayName, hasPage } from '../lib/names.js';
import { onOtherInput } from '../lib/other_input.js';
import { preferences, setPreferences } from '../lib/settings.js';
import { text } from '../lib/text.js';
import { abilities, fenAt, isMyTurn, isPlaying, plays, playsBoth, shownPly } from './state.js';

/** @import { GamePage } from './game.js' */
/** @import { Claim } from '../wire.d.ts' */

/**
 * @typedef {object} GameAction
 * @property {string} key
 * @property {keyof typeof ICONS} icon
 * @property {string} words
 * @property {string} [title] a longer label
 * @property {() => void} [press]
 * @property {string} [href]
 * @property {string} [tone]
 * @property {boolean | undefined} [isOff] whether it is disabled
 * @property {boolean} [isDown] whether it is pressed
 */

const ICONS = {
  draw: 'M4 9h16M4 15h16',
  back: 'M9 5L4 10l5 5M4 10h10a6 6 0 016 6v3',
  flag: 'M6 21V4M6 4h12l-3 4 3 4H6',
  cross: 'M6 6l12 12M18 6L6 18',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  rematch: 'M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5',
  plus: 'M12 5v14M5 12h14',
  lens: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5',
  bulb: 'M9 18h6M10 21h4M8.500 14.500a6 6 0 117 0c-.700.600-1 1.200-1 2.500h-5c0-1.300-.300-1.900-1-2.500z',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  cup: 'M8 4h8v6a4 4 0 01-8 0zM8 6H4v1a4 4 0 004 4M16 6h4v1a4 4 0 01-4 4M12 14v5M8 20h8',
  flip: 'M8 4v15M8 4L4 8M8 4l4 4M16 20V5M16 20l4-4M16 20l-4-4',
};

/**
 * @param {HTMLElement} root
 * @param {GamePage} page
 * @param {() => void} toggleChat
 */
export function makeActions(root, page, toggleChat) {
  const row = find('.actions', root);
  const menu = find('.menu', root);
  /** @type {'resign' | 'abort' | null} what the next press does */
  let armed = null;
  /** Ends the waiting for the second press. */
  let endWait = () => {};
  /** What is drawn. */
  let drawn = '';
  let chat = { isOpen: false, unread: 0 };
  /** @type {Map<string, () => void>} */
  const presses = new Map();

  row.addEventListener('click', (event) => {
    // The third press of a fast series may hit a button that has changed.
    if (event.detail > 2) return event.preventDefault();
    const key = /** @type {Element} */ (event.target).closest('[data-action]')?.getAttribute('data-action');
    if (key) presses.get(key)?.();
  });
  menu.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('button, a')) menu.hidePopover();
  });

  /** @param {'resign' | 'abort'} action */
  function arm(action) {
    const isConfirmed = armed === action;
    armed = isConfirmed ? null : action;
    endWait();
    if (isConfirmed) {
      page.act(action);
    } else {
      say(text(`game_${action}_confirm`), 'urgent');
      endWait = onOtherInput((pressed) => pressed.closest(`[data-action=${action}]`) !== null, disarm);
    }
    draw();
  }

  function disarm() {
    endWait();
    armed = null;
    draw();
  }

  /** @param {{ isOpen: boolean, unread: number }} [chatState] */
  function draw(chatState = chat) {
    chat = chatState;
    // A move of the opponent may end the time for aborting: the second press must not resign.
    if (armed !== endingAction(abilities(page.game))) armed = null;
    const actions = actionsOf(page, chat, { isArmed: armed !== null, arm, disarm, openMenu, toggleChat });
    presses.clear();
    for (const { key, press } of actions) if (press) presses.set(key, press);
    const mark = JSON.stringify(actions);
    if (mark === drawn) return;
    drawn = mark;
    const focused = row.contains(document.activeElement) && document.activeElement?.getAttribute('data-action');
    row.replaceChildren(...actions.map(button));
    if (focused) /** @type {HTMLElement | null} */ (row.querySelector(`[data-action=${focused}]`))?.focus();
  }

  function openMenu() {
    menu.replaceChildren(...menuOf(page));
    const box = /** @type {DOMRect} */ (row.querySelector('[data-action=more]')?.getBoundingClientRect());
    menu.showPopover();
    menu.style.top = `${Math.max(8, box.top - menu.offsetHeight - 6)}px`;
    menu.style.left = `${Math.max(8, Math.min(box.right, innerWidth - 8) - menu.offsetWidth)}px`;
    /** @type {HTMLElement | null} */ (menu.querySelector('button, a'))?.focus();
  }

  return { draw, openMenu };
}

/** @param {GameAction} action */
function button({ key, icon, words, title, href, tone, isOff, isDown }) {
  const image = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[icon] }));
  const attributes = {
    class: `action ${tone ?? ''}`, 'data-action': key, title, href, disabled: isOff, 'aria-pressed': isDown === undefined ? null : String(isDown),
    ...(key === 'more' ? { 'aria-haspopup': 'true' } : {}),
  };
  const label = make('span', {}, words);
  if (!href) return make('button', attributes, image, label);
  return make('a', { ...attributes, class: `button action ${tone ?? ''}` }, image, label);
}

/**
 * @param {GamePage} page
 * @param {{ isOpen: boolean, unread: number }} chat
 * @param {{ isArmed: boolean, arm: (action: 'resign' | 'abort') => void, disarm: () => void, openMenu: () => void, toggleChat: () => void }} presses
 * @returns {GameAction[]}
 */
function actionsOf(page, { isOpen, unread }, { isArmed, arm, disarm, openMenu, toggleChat }) {
  const { game } = page;
  if (!game.view || game.view.stage === 'waiting') return [];
  const can = abilities(game);
  /** @type {GameAction[]} */
  const actions = [];
  if (can.resign) {
    if (!isArmed) {
      actions.push({
        key: 'draw', icon: 'draw', words: text('game_draw'), title: text('game_draw_long'),
        isOff: !can.draw, press: () => page.act('offer_draw'),
      });
      if (can.berserk) {
        actions.push({
          key: 'berserk', icon: 'bolt', words: text('game_berserk'), title: text('game_berserk_long'), press: () => page.act('berserk'),
        });
      } else actions.push({
        key: 'back', icon: 'back', words: text('game_take_back'), title: text('game_take_back_long'),
        isOff: !can.takeBack, press: () => page.act('ask_take_back'),
      });
      if (can.hints) {
        actions.push({
          key: 'hint', icon: 'bulb', words: text('game_hint'), title: text('game_hint_long'),
          isOff: !isMyTurn(game) || page.hints?.isAsking, press: page.hint,
        });
      }
    } else actions.push({ key: 'keep_playing', icon: 'back', words: text('game_keep_playing'), press: disarm });
    const key = endingAction(can);
    actions.push({
      key, icon: key === 'abort' ? 'cross' : 'flag', words: text(isArmed ? `game_${key}_confirm` : `game_${key}`),
      tone: isArmed ? 'danger armed' : '', press: () => arm(key),
    });
  } else {
    if (can.rematch) {
      const { isAsked, isOffered } = game.rematch;
      const words = isAsked ? 'game_rematch_asked' : isOffered ? 'game_rematch_accept' : 'game_rematch';
      actions.push({
        key: 'rematch', icon: 'rematch', words: text(words), tone: 'primary', isOff: isAsked, press: () => page.rematch(),
      });
    }
    const { tournament } = game.view;
    if (tournament) {
      actions.push({
        key: 'tournament', icon: 'cup', words: text('game_tournament'), title: tournament.name, tone: isPlaying(game) ? '' : 'primary',
        href: `/tournament/${tournament.tournament}`,
      });
    } else if (!isPlaying(game)) {
      actions.push({ key: 'new', icon: 'plus', words: text('game_new'), title: text('game_new_long'), href: '/' });
    }
    actions.push({ key: 'analyze', icon: 'lens', words: text('game_analyze'), href: `/analysis?game=${game.id}` });
    if (isPlaying(game)) {
      actions.push({
        key: 'flip', icon: 'flip', words: text('game_flip_short'), title: text('game_flip'), press: () => page.flip(),
      });
    }
  }
  if (can.chat) {
    const words = text('game_chat') + (unread ? ` (${unread})` : '');
    const tone = unread ? 'unread' : '';
    actions.push({ key: 'chat', icon: 'chat', words, isDown: isOpen, tone, press: toggleChat });
  }
  actions.push({ key: 'more', icon: 'more', words: text('game_more'), press: openMenu });
  return actions;
}

/**
 * Returns the action by which a player ends the game at once.
 * @param {ReturnType<typeof abilities>} can
 */
function endingAction(can) {
  return can.abort && can.isEarly ? 'abort' : 'resign';
}

/** @param {GamePage} page */
function menuOf(page) {
  const { game, input, orientation } = page;
  const can = abilities(game);
  const settings = preferences();
  const view = `ply=${shownPly(game)}&side=${orientation.bottom()}`;
  /** @param {string} path @param {string} ending @param {...(Node | string)} label */
  const file = (path, ending, ...label) =>
    make('a', { class: 'button quiet', href: `/v1/games/${game.id}/${path}`, download: `${game.id}.${ending}` }, ...label);
  /** @param {string} words @param {() => void} press @param {boolean} [isOn] */
  const item = (words, press, isOn) =>
    make('button', { class: 'quiet', 'aria-pressed': isOn === undefined ? null : String(isOn), onclick: press }, words);
  /** @param {string} query @param {'png' | 'svg' | 'gif'} ending */
  const picture = (query, ending) => {
    const words = text(ending === 'gif' ? 'game_save_animation' : 'game_save_picture');
    return file(`picture.${ending}?${query}`, ending, make('span', { class: 'unseen' }, `${words} `), ending.toUpperCase());
  };
  const flipEachMove = () => {
    orientation.setAutomatic(!orientation.isAutomatic);
    page.draw();
  };
  /** @param {Claim} claim */
  const claim = (claim) => item(text(`game_claim_${claim}_with`), () => input.setClaim(claim));
  const items = [
    item(text('game_flip'), () => page.flip()),
    playsBoth(game) && item(text('game_flip_each_move'), flipEachMove, orientation.isAutomatic),
    can.giveTime && item(text('game_give_time'), () => page.act({ give_time: 15 })),
    can.resign && game.view?.options.conduct === 'formal'
      && item(text('game_adjust'), () => input.setAdjusting(true)),
    ...can.claimsWith.map(claim),
    can.abort && !can.isEarly && item(text('game_abort'), () => page.act('abort')),
    isPlaying(game) && plays(game) && item(text('game_typed'), () => input.type('')),
    item(text('game_sound'), () => setPreferences({ sound: !settings.sound }), settings.sound),
    item(text('game_spoken'), () => setPreferences({ spoken: !settings.spoken }), settings.spoken),
    // The strip of a phone has no room for times.
    !matchMedia('(max-aspect-ratio: 1/1)').matches
      && item(text('game_times'), () => setPreferences({ moveTimes: !settings.moveTimes }), settings.moveTimes),
    item(text('game_zen'), () => setPreferences({ zen: !settings.zen }), settings.zen),
    ...opponentItems(page),
    matchMedia('(any-hover: hover)').matches && item(text('game_shortcuts'), page.showShortcuts),
    item(text('game_copy_link'), () => page.copy(`${location.origin}/game/${game.id}`)),
    item(text('game_copy_fen'), () => page.copy(fenAt(game, shownPly(game)))),
    game.state && item(text('game_copy_pgn'), async () => page.copy(await ask('GET', `/games/${game.id}/pgn`))),
    game.state && file('pgn', 'pgn', text('game_download_pgn')),
    make('div', { class: 'pictures' }, make('span', { 'aria-hidden': 'true' }, text('game_save_picture')),
      picture(view, 'png'), picture(view, 'svg'), game.state && picture(`side=${orientation.bottom()}`, 'gif')),
  ];
  return items.filter((it) => it instanceof HTMLElement);
}

/** Muting and reporting the opponent. @param {GamePage} page */
function opponentItems(page) {
  const { game } = page;
  const [mine, ...rest] = game.view?.you ?? [];
  if (!mine || rest.length) return [];
  const color = mine === 'white' ? 'black' : 'white';
  const opponent = game.view?.players[color];
  if (!opponent || opponent.kind === 'computer') return [];
  const name = displayName(opponent.name);
  const mute = make('button', {
    class: 'quiet', 'aria-pressed': String(game.muted.has(opponent.name)),
    onclick: () => {
      if (!game.muted.delete(opponent.name)) game.muted.add(opponent.name);
      page.draw();
    },
  }, text('game_mute', { name }));
  const report = `/player/${encodeURIComponent(opponent.name)}?game=${game.id}#report`;
  return [mute, hasPage(opponent) && make('a', { class: 'button quiet', href: report, target: '_blank' }, text('game_report', { name }))];
}
