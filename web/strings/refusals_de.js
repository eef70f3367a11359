// The sentences of refusals in German. Each is a template that is filled with
// the typed parts of a refusal by lib/refusal.js, and has no full stop.

/** @import { Castling, Color, PieceOnSquare, RefusalCause, Role } from '../wire.d.ts' */
/** @import { Say, Templates } from '../lib/refusal.js' */

/** @typedef {'nominative' | 'accusative' | 'dative'} Case */

/** @type {Record<Role, { isFeminine?: true, one: string, inflected?: string, many: string }>} */
const NOUNS = {
  pawn: { one: 'Bauer', inflected: 'Bauern', many: 'Bauern' },
  knight: { one: 'Springer', many: 'Springer' },
  bishop: { one: 'Läufer', many: 'Läufer' },
  rook: { one: 'Turm', many: 'Türme' },
  queen: { isFeminine: true, one: 'Dame', many: 'Damen' },
  king: { one: 'König', many: 'Könige' },
};

/** @type {Record<Case, [masculine: string, feminine: string]>} */
const DEFINITE = { nominative: ['der', 'die'], accusative: ['den', 'die'], dative: ['dem', 'der'] };

/** @type {Record<Case, [masculine: string, feminine: string]>} */
const INDEFINITE = { nominative: ['ein', 'eine'], accusative: ['einen', 'eine'], dative: ['einem', 'einer'] };

/** @type {Record<Color, string>} */
const SIDES = { white: 'Weiß', black: 'Schwarz' };

const ORDINALS = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften', 'sechsten', 'siebten', 'achten'];

/** @type {Record<string, string>} how a game ended, by the code of the reason */
const REASONS = {
  "checkmate": "Schachmatt",
  "resignation": "Aufgabe",
  "time": "Zeitüberschreitung",
  "abandonment": "Partie verlassen",
  "stalemate": "Patt",
  "dead_position": "tote Stellung",
  "agreement": "Einigung",
  "threefold": "dreifache Stellungswiederholung",
  "fivefold": "fünffache Stellungswiederholung",
  "fifty_moves": "50-Züge-Regel",
  "seventy_five_moves": "75-Züge-Regel",
  "unwinnable_on_time": "Zeitüberschreitung, aber die andere Seite kann nicht mattsetzen",
  "unwinnable_on_resignation": "Aufgabe, aber die andere Seite kann nicht mattsetzen",
  "king_lost": "König vom Brett geräumt",
  "adjudication": "Entscheidung des Schiedsrichters",
  "aborted": "abgebrochen",
};

/**
 * A noun with an article: `den Turm`, `ein Bauer`.
 * @param {Record<Case, [string, string]>} articles
 * @param {Role} role
 * @param {Case} as
 */
function noun(articles, role, as) {
  const { isFeminine, one, inflected = one } = NOUNS[role];
  return `${articles[as][isFeminine ? 1 : 0]} ${as === 'nominative' ? one : inflected}`;
}

/** `der Turm`. @param {Role} role @param {Case} [as] */
const the = (role, as = 'nominative') => noun(DEFINITE, role, as);

/** `ein Turm`. @param {Role} role @param {Case} [as] */
const a = (role, as = 'nominative') => noun(INDEFINITE, role, as);

/** `kein Turm`. @param {Role} role @param {Case} [as] */
const no = (role, as = 'nominative') => `k${a(role, as)}`;

/** `der Turm auf f8`. @param {PieceOnSquare} piece @param {Case} [as] */
const at = ({ role, square }, as) => `${the(role, as)} auf ${square}`;

/** `der Turm auf f8 und die Dame auf b4`. @param {PieceOnSquare[]} pieces @param {Case} [as] */
const all = (pieces, as) => join(pieces.map((piece) => at(piece, as)), 'und');

/** `die Springer auf b1 und f3`: pieces of one kind. @param {PieceOnSquare[]} pieces */
function sameRole(pieces) {
  const squares = join(pieces.map(({ square }) => square), 'und');
  const role = pieces[0]?.role ?? 'pawn';
  return `${pieces.length === 1 ? the(role) : `die ${NOUNS[role].many}`} auf ${squares}`;
}

/** @param {string[]} parts @param {'und' | 'oder'} word */
function join(parts, word) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {unknown[]} pieces @param {string} one @param {string} many */
const verb = (pieces, one, many) => (pieces.length === 1 ? one : many);

/** @param {Castling} side */
const castling = (side) => (side === 'kingside' ? 'O-O' : 'O-O-O');

/** @param {string} square */
const isLight = (square) => (square.charCodeAt(0) + square.charCodeAt(1)) % 2 === 1;

/** How a piece moves, in a few words. @param {Role} role @param {boolean} staysOnColor */
function lesson(role, staysOnColor = true) {
  return {
    pawn: 'Ein Bauer zieht geradeaus und schlägt ein Feld schräg nach vorn',
    knight: 'Ein Springer zieht im L: zwei Felder geradeaus und eines zur Seite',
    bishop: staysOnColor
      ? 'Ein Läufer zieht auf seinen Diagonalen'
      : 'Ein Läufer zieht auf seinen Diagonalen und bleibt so auf Feldern einer Farbe',
    rook: 'Ein Turm zieht auf seiner Linie oder seiner Reihe, nie schräg',
    queen: 'Eine Dame zieht auf ihrer Linie, ihrer Reihe oder einer Diagonale',
    king: 'Ein König zieht ein Feld weit in jede Richtung, zwei Felder nur bei der Rochade',
  }[role];
}

/** @param {{ piece: PieceOnSquare, to: string }} parts */
const notItsMove = ({ piece, to }) =>
  `${capital(at(piece))} kann nicht nach ${to}. ${lesson(piece.role, isLight(piece.square) === isLight(to))}`;

/** @type {Templates} */
export const templates = {
  "not_a_move": ({ variant }, say) => `Das ist kein Zug. Gib zwei Felder ein, zum Beispiel e2e4, oder den Zug in algebraischer Notation, zum Beispiel ${say.move('Nf3')} oder O-O${variant === 'saktris' ? `. Um eine Figur einzusetzen, gib ihren Buchstaben und das Feld ein, zum Beispiel ${say.move('N@g1')}` : ''}`,
  "not_a_square": ({ found }) => `Das Feld ${found} gibt es nicht. Felder haben einen Buchstaben von a bis h und eine Zahl von 1 bis 8, wie e4`,
  "no_such_promotion": ({ role, letter }) => `Ein Bauer kann nicht in ${role ? a(role, 'accusative') : `„${letter}“`} umgewandelt werden, nur in eine Dame, einen Turm, einen Läufer oder einen Springer`,
  "ambiguous": ({ pieces, moves, is_pawn_capture }, say) => {
    const act = is_pawn_capture ? 'so schlagen' : 'dorthin ziehen';
    const can = pieces.length === 1
      ? `kann auf mehrere Arten ${act}`
      : `können ${pieces.length === 2 ? 'beide' : 'alle'} ${act}`;
    return `${capital(sameRole(pieces))} ${can}. Schreib ${join(moves.map(say.move), 'oder')}`;
  },
  "miswritten": ({ san }, say) => `Diesen Zug schreibt man ${say.move(san)}`,
  "no_passing": ({ variant }) => `Aussetzen ist nicht erlaubt. ${variant === 'saktris' ? 'Aussetzen darf nur, wer weder eine Figur einsetzen noch ziehen kann' : 'Wer am Zug ist, muss ziehen'}`,
  "game_over": gameOver,
  "empty_square": ({ square }) => `Auf ${square} steht keine Figur, die ziehen könnte`,
  "not_your_piece": ({ piece }) => `${capital(at(piece))} gehört ${SIDES[piece.color]}, und ${SIDES[rival(piece.color)]} ist am Zug`,
  "no_such_piece": ({ color, role, file, rank }) => {
    const where = file && rank ? ` auf ${file}${rank}` : file ? ` auf der ${file}-Linie` : rank ? ` auf der ${ORDINALS[rank - 1]} Reihe` : '';
    return `${SIDES[color]} hat${where} ${no(role, 'accusative')}`;
  },
  "stays_put": ({ square }) => `Ein Zug muss von ${square} auf ein anderes Feld führen`,
  "not_a_pawn_move": notItsMove,
  "not_a_knight_move": notItsMove,
  "not_a_bishop_move": notItsMove,
  "not_a_rook_move": notItsMove,
  "not_a_queen_move": notItsMove,
  "not_a_king_move": notItsMove,
  "pawn_backward": ({ pawn, to }) => `Der Bauer auf ${pawn} kann nicht nach ${to}. Ein Bauer zieht nie zurück`,
  "pawn_sideways": ({ pawn, to }) => `Der Bauer auf ${pawn} kann nicht nach ${to}. Ein Bauer zieht geradeaus und nie zur Seite`,
  "pawn_double_step": ({ pawn, to }) => `Der Bauer auf ${pawn} kann nicht nach ${to}. Zwei Felder weit zieht ein Bauer nur von seinem Ausgangsfeld aus`,
  "pawn_too_far": ({ pawn, to }) => `Der Bauer auf ${pawn} kann nicht nach ${to}. Ein Bauer zieht ein Feld vor, im ersten Zug auch zwei, und nie mehr`,
  "pawn_takes_nothing": ({ pawn, to }) => `Der Bauer auf ${pawn} zieht schräg nur, um zu schlagen, und ${to} ist leer`,
  "none_reaches": ({ pieces, to }) => `${capital(sameRole(pieces))} ${verb(pieces, 'erreicht', 'erreichen')} ${to} nicht${pieces[0] ? `. ${lesson(pieces[0].role, isLight(pieces[0].square) === isLight(to))}` : ''}`,
  "blocked": ({ piece }) => `${capital(at(piece))} steht im Weg, und nur ein Springer springt über andere Figuren`,
  "pawn_blocked": ({ pawn, piece, lands_on_it }) => `${capital(at(piece))} steht dem Bauern auf ${pawn} im Weg, und ein Bauer ${lands_on_it ? 'schlägt schräg, nie geradeaus' : 'springt nicht über andere Figuren'}`,
  "own_piece": ({ piece }) => `Auf ${piece.square} steht ${ownPiece(piece)}, und eigene Figuren schlägt man nicht`,
  "king_taken": ({ piece }) => `${capital(at(piece))} wird nie geschlagen, denn die Partie endet vorher, mit Schachmatt`,
  "capture_not_written": ({ piece, moves }, say) => `Kein Bauer kann nach ${piece.square} ziehen. Um ${the(piece.role, 'accusative')} dort zu schlagen, schreib ${join(moves.map(say.move), 'oder')}`,
  "nothing_to_take": ({ square }) => `Auf ${square} gibt es nichts zu schlagen. Schreib den Zug ohne x`,
  "castling_not_written": ({ side, king, to }) => `Der König auf ${king} zieht nicht nach ${to}, sondern rochiert. Schreib ${castling(side)}`,
  "castling_off_rank": ({ king, rook }) => `Der König auf ${king} und der Turm auf ${rook} müssten dazu auf der eigenen Grundreihe stehen, der Turm seit Beginn der Partie`,
  "castling_done": ({ side, king, move_number }) => `Der König auf ${king} hat im ${move_number}. Zug schon ${side === 'kingside' ? 'kurz' : 'lang'} rochiert, und jede Seite rochiert nur einmal`,
  "castling_king_moved": ({ king, move_number }) => `Der König auf ${king} hat ${move_number ? `im ${move_number}. Zug` : 'schon'} gezogen, und danach ist keine Rochade mehr möglich`,
  "castling_rook_moved": ({ rook, move_number, is_there }) => `Der Turm ${is_there ? 'auf' : 'von'} ${rook} hat ${move_number ? `im ${move_number}. Zug` : 'schon'} gezogen, und mit einem solchen Turm wird nicht rochiert`,
  "castling_rook_taken": ({ rook, by, move_number }) => `Der Turm auf ${rook} wurde im ${move_number}. Zug von ${a(by, 'dative')} geschlagen. Auf dieser Seite gibt es keinen Turm zum Rochieren`,
  "castling_promoted_rook": ({ rook, move_number }) => `Der Turm auf ${rook} war bis zum ${move_number}. Zug ein Bauer, und rochiert wird nur mit einem Turm vom Beginn der Partie`,
  "castling_no_rook": ({ square }) => `Auf ${square} steht kein Turm, mit dem man rochieren könnte`,
  "castling_lost": ({ king, rook }) => `Der König auf ${king} oder der Turm auf ${rook} hat schon gezogen, und rochiert wird nur, wenn keiner von beiden je gezogen hat`,
  "castling_blocked": ({ king, rook, pieces, is_between }) => `${capital(all(pieces))} ${verb(pieces, 'steht', 'stehen')} ${is_between ? `zwischen dem König auf ${king} und dem Turm auf ${rook}` : `dem König auf ${king} oder dem Turm auf ${rook} im Weg`}, und der Weg muss frei sein`,
  "castling_out_of_check": ({ king, pieces }) => `Der König auf ${king} steht im Schach durch ${all(pieces, 'accusative')}, und aus dem Schach heraus wird nicht rochiert`,
  "castling_through_attack": ({ square, pieces }) => `Der König müsste über ${square} ziehen, das ${all(pieces)} ${verb(pieces, 'angreift', 'angreifen')}. Durch ein Schach hindurch wird nicht rochiert`,
  "castling_into_check": ({ square, pieces, rook }) => `Der König käme auf ${square}, das ${all(pieces)} ${verb(pieces, 'angreift', 'angreifen')}${rook ? `, sobald der Turm ${rook} verlässt` : ''}. Ins Schach hinein wird nicht rochiert`,
  "en_passant_not_now": ({ pawn }) => `Der Bauer auf ${pawn} kann nur im Zug gleich nach einem Doppelschritt en passant geschlagen werden, und er hat gerade keinen gemacht`,
  "en_passant_too_late": ({ pawn, move_number, moves_ago }) => `Dafür ist es zu spät. Der Bauer auf ${pawn} hat seinen Doppelschritt im ${move_number}. Zug gemacht und konnte nur gleich danach en passant geschlagen werden, vor ${moves_ago === 1 ? 'einem Zug' : `${moves_ago} Zügen`}`,
  "en_passant_no_double_step": ({ pawn, move_number }) => `En passant schlägt man nur einen Bauern, der gerade zwei Felder vorgerückt ist, und der Bauer auf ${pawn} kam im ${move_number}. Zug ohne Doppelschritt dorthin`,
  "en_passant_wrong_rank": ({ pawn, beside, rank }) => `Der Bauer auf ${pawn} kann den Bauern auf ${beside} nicht en passant schlagen. Dazu müsste er auf der ${ORDINALS[rank - 1]} Reihe neben einem Bauern stehen, der gerade zwei Felder vorgerückt ist`,
  "not_in_passing": ({ square }) => `Auf ${square} wird nichts en passant geschlagen. Schreib den Zug ohne den Zusatz e. p`,
  "promotion_not_due": ({ piece, to }) => (piece.role === 'pawn'
    ? `Der Bauer auf ${piece.square} wird nur auf der letzten Reihe umgewandelt, und ${to} liegt nicht darauf`
    : `Umgewandelt wird nur ein Bauer, und auf ${piece.square} steht ${a(piece.role)}`),
  "king_into_check": ({ to, pieces }) => `${capital(all(pieces))} ${verb(pieces, 'würde', 'würden')} den König auf ${to} angreifen, und ein König zieht nie ins Schach`,
  "king_takes_protected": ({ piece, pieces }) => `${capital(at(piece))} ist durch ${all(pieces, 'accusative')} gedeckt, und ein König zieht nie ins Schach`,
  "king_beside_king": ({ to, king }) => `Der König stünde auf ${to} neben dem König auf ${king}, und zwei Könige stehen nie nebeneinander`,
  "in_check": (parts) => `Der König auf ${parts.king} steht im Schach durch ${at(parts.piece, 'accusative')}${checkAnswers(parts)}`,
  "double_check": ({ king, pieces }) => `Der König auf ${king} steht im Doppelschach durch ${all(pieces, 'accusative')}, und dann kann nur der König selbst ziehen`,
  "pinned": ({ piece, king, by }) => `${capital(at(piece))} ist gefesselt. Ohne ${them(piece)} auf dieser Linie würde ${at(by)} den König auf ${king} angreifen`,
  "en_passant_opens_line": ({ pawn, taken, king, piece }) => `Beim Schlagen en passant verschwinden die Bauern von ${pawn} und ${taken}, und dann würde ${at(piece)} den König auf ${king} angreifen`,
  "nothing_is_placed": () => 'Im Schach stehen alle Figuren von Anfang an auf dem Brett; eingesetzt wird nur im Saktris',
  "placing_is_due": ({ role, squares }) => `${role ? `${capital(the(role))}, ${NOUNS[role].isFeminine ? 'die' : 'der'} wartet, muss` : 'Eine Figur ist an der Reihe und muss'} zuerst eingesetzt werden, auf ${join(squares, 'oder')}`,
  "nothing_waits": ({ role, moves }) => {
    if (moves == null) return 'Alle Figuren sind schon da, und keine wartet darauf, eingesetzt zu werden';
    const left = Math.max(moves, 1);
    const next = role ? `, ${a(role)},` : '';
    return `Keine Figur wartet darauf, eingesetzt zu werden. Die nächste Figur${next} kommt nach ${left === 1 ? 'einem weiteren Zug' : `${left} weiteren Zügen`} auf dem Brett`;
  },
  "another_waits": ({ role, waiting }) => (waiting
    ? `${capital(a(waiting))} wartet darauf, eingesetzt zu werden, ${no(role)}`
    : `Unter den Figuren, die noch kommen, ist ${no(role)}`),
  "placed_off_back_rank": ({ to, rank }) => `${to} liegt nicht auf der eigenen Grundreihe, und nur dort wird eingesetzt: auf der ${ORDINALS[rank - 1]} Reihe`,
  "placed_on_piece": ({ piece }) => `${capital(at(piece))} steht schon dort, und eingesetzt wird nur auf leere Felder`,
  "placed_on_bishop_color": ({ bishop, to }) => `Der Läufer auf ${bishop} steht auf einem ${isLight(to) ? 'hellen' : 'dunklen'} Feld, und ${to} ist auch eines. Die beiden Läufer einer Seite werden auf Felder verschiedener Farbe eingesetzt`,
  "clear_exposes_king": ({ cleared, king, pieces }) => `${capital(all(cleared))} ${verb(cleared, 'würde', 'würden')} vom Brett geräumt, und dann ${verb(pieces, 'würde', 'würden')} ${all(pieces)} den König auf ${king} angreifen`,
  "clear_takes_own_king": ({ cleared, king }) => `Der König auf ${king} würde zusammen mit ${all(cleared.filter(({ square }) => square !== king), 'dative')} vom Brett geräumt, und den eigenen König darf man nicht aufgeben`,
  "none_can": ({ role, each }, say) => [
    `${role ? capital(no(role)) : 'Keine Figur'} kann das`,
    ...each.map((it) => `${it.attempt ? `${say.move(it.attempt)}: ` : ''}${say.reason(it)}`),
  ].join('. '),

  "not_your_turn": ({ turn }) => `${SIDES[turn]} ist am Zug`,
  "touch_out_of_turn": ({ turn }) => `${SIDES[turn]} ist am Zug, und nur wer am Zug ist, darf eine Figur berühren oder zurechtrücken`,
  "claim_out_of_turn": ({ turn }) => `${SIDES[turn]} ist am Zug, und nur wer am Zug ist, kann Remis reklamieren`,
  "intended_move": ({ intended }, say) => `Du hast mit ${intended ? say.move(intended) : 'einem anderen Zug'} Remis reklamiert und musst diesen Zug spielen`,
  "touch_move": ({ obligation, only }, say) => `${touched(obligation)}${only ? `. Das geht nur mit ${say.move(only)}` : ''}`,
  "nothing_there": ({ square }) => `Auf ${square} steht keine Figur, die man berühren könnte`,
  "adjust_too_late": ({ piece }) => `Du hast ${at(piece, 'accusative')} schon berührt. „Ich rücke zurecht“ sagt man, bevor man eine Figur berührt`,
  "too_early_for_draw": () => 'Remis kann man erst anbieten, wenn beide Seiten gezogen haben',
  "offer_stands": () => 'Du hast schon Remis angeboten. Das Angebot gilt, bis es angenommen, abgelehnt oder mit einem Zug beantwortet wird',
  "answer_offer": ({ by }) => `${SIDES[by]} hat Remis angeboten. Nimm das Angebot zuerst an oder lehne es ab`,
  "offered_just_now": () => 'Dein Remisangebot wurde gerade abgelehnt. Mach erst einen Zug, bevor du wieder Remis anbietest',
  "no_offer": () => 'Es gibt kein Remisangebot, auf das du antworten könntest',
  "no_claim": noClaim,
  "claim_after_touch": () => 'Du hast eine Figur berührt und kannst in diesem Zug nicht mehr Remis reklamieren',
  "no_take_backs": () => 'In dieser Partie gibt es keine Zugrücknahme',
  "nothing_to_take_back": () => 'Du hast noch keinen Zug gemacht, den du zurücknehmen könntest',
  "take_back_asked": () => 'Du hast schon um eine Zugrücknahme gebeten. Warte auf die Antwort deines Gegners',
  "no_take_back_asked": () => 'Dein Gegner hat nicht um eine Zugrücknahme gebeten',
  "too_late_to_abort": () => 'Eine gewertete Partie kann nicht mehr abgebrochen werden, wenn beide Seiten gezogen haben. Biete Remis an oder gib auf',
  "abort_asked": () => 'Du hast schon darum gebeten, die Partie abzubrechen. Sie endet, wenn dein Gegner zustimmt',
  "no_clock": () => 'Diese Partie wird ohne Uhr gespielt',
  "not_a_time": () => 'Du kannst einer Uhr zwischen einer Millisekunde und einem Tag hinzufügen',
  "clock_full": () => 'Das wäre zu viel: Auf einer Uhr können höchstens 30 Tage stehen',
  "no_berserk": () => 'In dieser Partie ist Berserk nicht erlaubt',
  "too_late_for_berserk": () => 'Du kannst nur vor deinem ersten Zug auf Berserk gehen',
  "too_many_actions": () => 'In dieser Partie gab es schon zu viele Angebote, Reklamationen und andere Aktionen. Ziehe, nimm ein Remis an oder gib auf',
};

/** @param {Extract<RefusalCause, { code: 'game_over' }>} parts @param {Say} say */
function gameOver({ reason, winner, side, pieces, besides }, say) {
  if (!side) {
    const result = winner ? `${SIDES[winner]} gewinnt` : reason === 'aborted' ? 'kein Ergebnis' : 'Remis';
    return `Die Partie ist zu Ende (${result}: ${REASONS[reason] ?? reason})`;
  }
  const isMate = reason === 'checkmate';
  const end = isMate
    ? `${SIDES[side]} ist durch ${all(pieces, 'accusative')} schachmatt, und ${SIDES[rival(side)]} hat gewonnen`
    : reason === 'stalemate'
      ? `${SIDES[side]} steht nicht im Schach und hat keinen legalen Zug: Das ist Patt, also Remis`
      : `Der König von ${SIDES[side]} wurde vom Brett geräumt, und ${SIDES[rival(side)]} hat gewonnen`;
  if (!besides?.attempt) return `Die Partie ist zu Ende: ${end}`;
  const why = besides.code === 'in_check'
    ? `${capital(at(besides.piece))} würde den König auf ${besides.king} weiterhin angreifen`
    : say.reason(besides);
  return `Die Partie ist zu Ende: ${end}. ${say.move(besides.attempt)} ${isMate ? 'würde nicht helfen' : 'ist nicht erlaubt'}: ${why}`;
}

/** @param {Extract<RefusalCause, { code: 'in_check' }>} parts */
function checkAnswers({ piece, can_move_king, can_capture, can_block }) {
  const ways = [
    can_move_king ? 'zieh den König' : '',
    can_capture ? `schlage ${the(piece.role, 'accusative')}` : '',
    can_block ? 'stell etwas dazwischen' : '',
  ].filter(Boolean);
  return ways.length > 0 ? `. Um das Schach zu beenden, ${join(ways, 'oder')}` : '';
}

/** @param {Extract<RefusalCause, { code: 'no_claim' }>} parts @param {Say} say */
function noClaim({ claim, count, intended }, say) {
  if (claim === 'threefold') {
    const times = count < 2 ? 'ersten' : 'zweiten';
    return intended
      ? `Nach ${say.move(intended)} wäre die Stellung erst zum ${times} Mal auf dem Brett. Remis kann man beim dritten Mal reklamieren`
      : `Diese Stellung ist erst zum ${times} Mal auf dem Brett. Remis kann man beim dritten Mal reklamieren`;
  }
  const moves = `${count} ${count === 1 ? 'Halbzug' : 'Halbzüge'}`;
  const first = intended ? `Mit ${say.move(intended)} wären es ${moves}` : `Es ${count === 1 ? 'ist' : 'sind'} ${moves}`;
  return `${first} seit dem letzten Bauern- oder Schlagzug. Remis kann man bei 100 reklamieren, also nach 50 Zügen jeder Seite`;
}

/** @param {Extract<RefusalCause, { code: 'touch_move' }>['obligation']} obligation */
function touched(obligation) {
  if ('take' in obligation) {
    return `Du hast ${at(obligation.take, 'accusative')} berührt, also musst du ${them(obligation.take)} schlagen`;
  }
  if ('take_with' in obligation) {
    const { piece, taken } = obligation.take_with;
    return `Du hast ${at(piece, 'accusative')} und ${at(taken, 'accusative')} berührt, also musst du mit der ersten Figur die zweite schlagen`;
  }
  if ('castle' in obligation) {
    return `Du hast erst den König und dann den Turm berührt, also musst du ${castling(obligation.castle)} spielen`;
  }
  const { piece, except } = obligation.move;
  return except
    ? `Du hast den Turm vor dem König berührt, also musst du ${at(piece, 'accusative')} ziehen, aber nicht mit ${castling(except)}`
    : `Du hast ${at(piece, 'accusative')} berührt, also musst du ${them(piece)} ziehen`;
}

/** `ein eigener Turm`, `eine eigene Dame`. @param {PieceOnSquare} piece */
const ownPiece = ({ role }) => (NOUNS[role].isFeminine ? `eine eigene ${NOUNS[role].one}` : `ein eigener ${NOUNS[role].one}`);

/** `ihn` or `sie`. @param {PieceOnSquare} piece */
const them = ({ role }) => (NOUNS[role].isFeminine ? 'sie' : 'ihn');

/** @param {Color} color @returns {Color} */
const rival = (color) => (color === 'white' ? 'black' : 'white');

/**
 * What comes before the reason, if it is about a move.
 * @param {string} move
 * @param {RefusalCause['code']} code
 */
export function opening(move, code) {
  if (code === 'ambiguous') return `${move} ist nicht eindeutig:`;
  return `${move}${code === 'not_in_passing' ? ' e. p.' : ''} ist nicht erlaubt:`;
}

/** @type {Record<string, string>} what else can be wrong, by code */
export const problems = {
  "invalid_clock": "Diese Bedenkzeit versteht der Server nicht: Gib sie wie in den Beispielen an.",
  "not_ratable": "Eine gewertete Partie braucht einen Gegner mit Konto, eine Uhr und die übliche Ausgangsstellung. Spiel sonst ungewertet.",
  "over_before_it_begins": "Aus dieser Stellung gibt es nichts mehr zu spielen.",
  "computer_busy": "Der Computer spielt gerade zu viele Partien: Versuch es in einer Minute noch einmal.",
  "too_many_at_once": "Das ist zu viel auf einmal: Beende oder schließe erst etwas.",
  "fen_board": "In der FEN stimmt das Brett nicht: Figuren sind KQRBNP oder kqrbnp, Ziffern zählen leere Felder, je Reihe acht.",
  "fen_orders": "In der FEN stimmen die noch kommenden Figuren nicht: Sie stehen in Klammern, die nächste zuerst, mit * hinter der wartenden Figur, wie [N*PB/npb].",
  "fen_turn": "In der FEN fehlt, wer am Zug ist: w oder b.",
  "fen_castling": "In der FEN stimmen die Rochaderechte nicht: -, oder einige von KQkq.",
  "fen_en_passant": "In der FEN stimmt das En-passant-Feld nicht: - oder ein Feld wie e3.",
  "fen_halfmoves": "In der FEN fehlt die Zahl der Halbzüge.",
  "fen_fullmoves": "In der FEN fehlt die Zugnummer.",
  "fen_counters": "In der FEN stimmt der siebte Teil nicht: every=1 bis 5, clear=rows oder none, order=pick, placed=1/1, moves=0/0, moved=e4d5, passed.",
  "fen_end": "Hinter der FEN steht noch etwas, das nicht dazugehört.",
};
