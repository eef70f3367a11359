// Around the board: the title of the tab, the options, the spectators, the
// connection, the result and the invitation.
import { find, make } from '../lib/dom.js';
import { socket } from '../lib/socket.js';
import { text } from '../lib/text.js';
import { optionsText, resultText } from './phrases.js';
import { nameOf, sideName, signed } from './seats.js';
import { isMyTurn, isSolo, plays, playsBoth, side } from './state.js';

/** @import { GameView } from '../wire.d.ts' */
/** @import { GamePage } from './game.js' */

/**
 * @param {HTMLElement} root
 * @param {GamePage} page
 */
export function makeHeader(root, page) {
  const { game } = page;
  const outcome = find('.outcome', root);
  const line = find('.line', root);
  const invite = find('.invite', root);
  /** The invitation that is drawn: how many sides the viewer has, or nothing. */
  let invited = '';

  /** @param {GameView} view */
  function draw(view) {
    // A game of a tournament leads back to it.
    const { tournament } = view;
    const agreed = find('.agreed', root);
    agreed.replaceChildren(tournament
      ? make('a', { href: `/tournament/${tournament.tournament}` }, `${tournament.name} · ${text('game_board', { round: tournament.round, board: tournament.board })}`)
      : optionsText(view.options));
    agreed.title = agreed.textContent ?? '';
    const count = game.presence?.watchers ?? 0;
    const words = text(count === 1 ? 'game_spectator' : 'game_spectators', { count });
    find('.watchers', root).textContent = count ? words : '';
    root.classList.toggle('solo', isSolo(game));
    const { eco, name } = game.state?.opening ?? { eco: '', name: '' };
    const opening = find('.opening', root);
    opening.textContent = name;
    opening.title = `${eco} ${name}`.trim();
    drawResult();
    drawTitle();
    drawInvite(view);
  }

  function drawResult() {
    outcome.hidden = !game.ending;
    if (!game.ending) return;
    const { who, how, score } = resultText(game.ending, game.view?.you);
    const change = playsBoth(game) ? 0 : game.view?.players[side(game)]?.change ?? 0;
    find('h2', outcome).textContent = who;
    find('p', outcome).textContent = [score, how].filter(Boolean).join(' · ');
    find('.change', outcome).textContent = plays(game) && change ? text('game_rating_change', { change: signed(change) }) : '';
  }

  function drawTitle() {
    const names = [nameOf(game, 'white'), nameOf(game, 'black')].join(' – ');
    const turn = game.state?.turn;
    const status = game.view?.stage === 'waiting' ? text('game_waiting_title')
      : game.ending ? resultText(game.ending, game.view?.you).who
        : isMyTurn(game) && !playsBoth(game) ? `● ${text('game_your_turn')}`
          : turn ? text('game_turn_of', { side: sideName(turn) }) : '';
    // The number of challenges stays in front.
    const challenges = /^\(\d+\) /.exec(document.title)?.[0] ?? '';
    const title = `${challenges}${status} · ${names}`;
    if (document.title !== title) document.title = title;
  }

  /** @param {GameView} view */
  function drawInvite(view) {
    const wanted = view.stage === 'waiting' ? `${view.you.length}` : '';
    invite.hidden = !wanted;
    if (wanted === invited) return;
    invited = wanted;
    if (wanted) void import('./invite.js').then(({ drawInvite }) => drawInvite(invite, page));
  }

  return {
    draw,
    drawConnection() {
      const { connection } = page;
      line.dataset['connection'] = connection;
      const words = { open: text('game_connected'), connecting: text('game_connecting'), down: text('game_offline') }[connection];
      find('span', line).textContent = words;
      line.title = socket.lag === null ? words : text('game_connected_lag', { lag: socket.lag });
    },
    /** Says that there is no such game. */
    drawGone() {
      void import('./gone.js').then(({ drawGone }) => drawGone(invite));
      root.dataset['stage'] = 'gone';
    },
  };
}
