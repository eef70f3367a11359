// What is said between page, programs and server. Made from crates/wire by
// `cargo xtask types`: change it there, and run that.

/** What a client says over the socket. */
export type ClientMessage =
  | { "watch": Watch }
  | { "leave": Leave }
  | { "act": Act }
  | { "chat": Chat }
  | { "rematch": Rematch }
  | "lobby"
  | "leave_lobby"
  | { "seek": Seek }
  | "unseek"
  | { "ping": number };

/** Which game to be told about. */
export type Watch = {
  /** The game. */
  game: string,
  /** The number of the last event one has; the answer is then what came
   * after it, and else the whole game. */
  since?: number | null,
};

/** Which game to leave. */
export type Leave = {
  /** The game. */
  game: string,
};

/** A command. It may be sent again until it is answered: the same `id` is
 * done once. */
export type Act = {
  /** The game. */
  game: string,
  /** Chosen by the client, different for each command of a player in a game:
   * at most 40 characters. */
  id: string,
  /** How many moves of either side stood on the board when it was meant. A
   * command that was meant for another position is refused. */
  ply?: number | null,
  /** For which side, where one player has both. */
  as?: Color | null,
  /** What. */
  do: Action,
};

/** What to do in a game. */
export type Command = {
  /** Chosen by the client, different for each command of a player in a game:
   * at most 40 characters. */
  id: string,
  /** How many moves of either side stood on the board when it was meant. A
   * command that was meant for another position is refused. */
  ply?: number | null,
  /** For which side, where one player has both. */
  as?: Color | null,
  /** What. */
  do: Action,
};

/** What a player wishes to do. */
export type Action =
  | { "play": {
    /** The move. */
    move: string,
    /** Whether a draw is offered with it. */
    offer_draw?: boolean,
  } }
  | { "touch": string }
  | { "adjust": string }
  | "offer_draw"
  | "accept_draw"
  | "decline_draw"
  | { "claim": {
    /** What is claimed. */
    claim: Claim,
    /** The move that is intended. */
    with?: string | null,
  } }
  | "resign"
  | "ask_take_back"
  | "grant_take_back"
  | "refuse_take_back"
  | "abort"
  | { "give_time": number }
  | "claim_abandonment";

/** Which draw is claimed. */
export type Claim = "threefold" | "fifty_moves";

/** Something said in a game. */
export type Chat = {
  /** The game. */
  game: string,
  /** At most 200 characters. */
  text: string,
};

/** Which game to play again. */
export type Rematch = {
  /** The game that is over. */
  game: string,
};

/** What kind of game one looks for. */
export type Seek = {
  /** The options of the game. */
  options: GameOptions,
  /** The color one wants; either if none is named. */
  color?: Color | null,
};

/** What the server says over the socket. */
export type ServerMessage =
  | { "game": GameView }
  | { "update": Update }
  | { "acknowledged": Acknowledged }
  | { "refused": Refused }
  | { "resume": Resume }
  | { "presence": Presence }
  | { "chat": ChatLine }
  | { "rematch_offered": Resume }
  | { "paired": Paired }
  | { "lobby": Array<OpenSeek> }
  | { "pong": number };

/** What has happened in a game, and how it stands after it. */
export type Update = {
  /** The game. */
  game: string,
  /** The command of one's own that did it: its acknowledgment. */
  id?: string | null,
  /** The events, in order. They are on disk. */
  events: Array<GameEvent>,
  /** How the game stands after them. */
  state: GameState,
};

/** Something that has happened in a game, with its number. */
export type GameEvent = {
  /** Counted from 0, without gaps. */
  seq: number,
  /** When, in milliseconds: the time of the server while it is up. */
  at: number,
} & (
  | { "event": "started" }
  | {
    "event": "played",
    /** In the notation of programs. */
    uci: string,
    /** In that of people. */
    san: string,
    /** What the player's clock shows after it, in milliseconds. */
    left: number | null,
    /** What left the board with it (Saktris). */
    cleared?: Cleared | null,
  }
  | {
    "event": "touched",
    /** Where. */
    square: string,
  }
  | {
    "event": "adjusted",
    /** Where. */
    square: string,
  }
  | {
    "event": "draw_offered",
    /** By whom. */
    by: Color,
  }
  | {
    "event": "draw_declined",
    /** By whom. */
    by: Color,
  }
  | {
    "event": "claim_failed",
    /** What was claimed. */
    claim: Claim,
    /** The move that was intended, and must be played now. */
    intended: string | null,
  }
  | {
    "event": "take_back_asked",
    /** Who. */
    by: Color,
  }
  | {
    "event": "take_back_refused",
    /** By whom. */
    by: Color,
  }
  | {
    "event": "took_back",
    /** How many. */
    plies: number,
  }
  | {
    "event": "abort_asked",
    /** Who. */
    by: Color,
  }
  | {
    "event": "time_given",
    /** Whose. */
    to: Color,
    /** How much, in milliseconds. */
    span: number,
  }
  | {
    "event": "ended",
    /** `1-0`, `1/2-1/2`, `0-1`, or `*` without a result. */
    result: string,
    /** How: `checkmate`, `resignation`, `time`, … */
    reason: string,
    /** Who won. */
    winner: Color | null,
    /** The same as a sentence. */
    message: string,
  });

/** A command that had been done before it came again. */
export type Acknowledged = {
  /** The game. */
  game: string,
  /** The command. */
  id: string,
  /** The number of its first event. */
  seq: number,
};

/** What was not done, and why. */
export type Refused = {
  /** The game, if it was about one. */
  game?: string | null,
  /** The command, if it was one. */
  id?: string | null,
  /** Why. */
  problem: Problem,
};

/** Why something was not done. Over HTTP it is `application/problem+json`. */
export type Problem = {
  /** A stable name for programs, such as `not_your_turn`. */
  code: string,
  /** A sentence for people that says what to do. */
  title: string,
  /** The status of HTTP. */
  status: number,
  /** The article of the FIDE Laws of Chess, where they have one. */
  article?: string | null,
  /** The squares to point at. */
  squares?: Array<string>,
  /** The part of the request it is about, where it is about one. */
  field?: string | null,
  /** The byte of that part at which reading stopped. */
  offset?: number | null,
};

/** A game that something is to be done about. */
export type Resume = {
  /** The game. */
  game: string,
};

/** Who looks at a game. */
export type Presence = {
  /** The game. */
  game: string,
  /** Whether White is there. */
  white: boolean,
  /** Whether Black is there. */
  black: boolean,
  /** How many watch. */
  watchers: number,
};

/** Something that was said. */
export type ChatLine = {
  /** The game. */
  game: string,
  /** Who said it. */
  name: string,
  /** When, in milliseconds since 1970. */
  at: number,
  /** What. */
  text: string,
};

/** A game that is ready. */
export type Paired = {
  /** The game. */
  game: string,
};

/** Somebody looks for an opponent. */
export type OpenSeek = {
  /** The name of the seek, for joining it. */
  id: string,
  /** Who. */
  player: PlayerView,
  /** For what. */
  seek: Seek,
};

/** A whole game as somebody sees it. */
export type GameView = {
  /** Its name, part of its link. */
  id: string,
  /** Whether it has begun, and whether it is over. */
  stage: Stage,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** What the players agreed on. */
  options: GameOptions,
  /** Who plays. */
  players: Seats,
  /** The sides that are one's own: none for a watcher. */
  you: Array<Color>,
  /** The game that the players play after this one. */
  rematch?: string | null,
  /** What there is once it has begun. */
  play?: PlayView | null,
};

/** Where a game is on its way. */
export type Stage = "waiting" | "playing" | "over";

/** What the players agree on before the game. Whatever is left out has the
 * value with which most people play. */
export type GameOptions = {
  /** The variant. */
  variant: Variant,
  /** The position to begin with, as FEN. Without it: the usual one, or in
   * Chess960 one drawn by lot. */
  start?: string | null,
  /** The clock: `5+3`, `3d2`, `10+5x30`, `3 days`, … and `-` for none. */
  clock: Clock,
  /** Whether the third repetition and the fiftieth move need a claim. */
  draws: Draws,
  /** Whether a touched piece binds. */
  conduct: Conduct,
  /** Whether moves may be taken back if the opponent agrees. */
  take_backs: Takebacks,
  /** Whether the game counts for the ratings of both players. */
  rated: boolean,
  /** How pieces arrive and leave, in Saktris. */
  saktris?: SaktrisOptions | null,
};

/** A variant of chess. */
export type Variant = "standard" | "chess960" | "saktris";

/** What is agreed on for a game of Saktris. */
export type SaktrisOptions = {
  /** In which order pieces arrive. */
  order: OrderMode,
  /** After how many moves of a side its next piece arrives. */
  every: number,
  /** Which groups of pieces leave the board. */
  clearing: Clearing,
  /** How many of a side's next pieces everybody sees, the waiting one
   * counted; the rest of a shuffled order is hidden until the game is over. */
  preview: number,
  /** The number that the order is shuffled with, in digits: the same number
   * gives the same order. Without it the server draws one, which is hidden
   * until the game is over. Not in a rated game. */
  seed?: string | null,
};

/** In which order pieces arrive. */
export type OrderMode = "same" | "different" | "fixed" | "pick";

/** Which groups of pieces leave the board. */
export type Clearing = "triplets" | "rows" | "none";

/** The notation of a clock, as it was written. */
export type Clock = string;

/** Whether the third repetition and the fiftieth move end a game. */
export type Draws = "claim" | "automatic";

/** How strictly the players are held to the laws on conduct. */
export type Conduct = "casual" | "formal";

/** Whether moves may be taken back. */
export type Takebacks = "allowed" | "forbidden";

/** Who sits where. */
export type Seats = {
  /** White; nobody while the seat is free. */
  white: PlayerView | null,
  /** Black. */
  black: PlayerView | null,
};

/** Somebody who plays. */
export type PlayerView = {
  /** The name: that of an account, `Guest` with a number, or what the
   * computer is called at its level. */
  name: string,
  /** What kind of player it is. */
  kind: PlayerKind,
  /** The rating at the speed of the game, where there is one. */
  rating?: number | null,
  /** By how much it changed, once a rated game is over. */
  change?: number | null,
};

/** What kind of player somebody is. */
export type PlayerKind = "guest" | "account" | "computer";

/** How fast a game is. Each speed has ratings of its own, and Saktris has
 * one for all of them. */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "saktris";

/** A game that has begun: its moves, and how it stands. */
export type PlayView = {
  /** The position it began with. */
  start: string,
  /** The moves that stand. */
  moves: Array<MoveView>,
  /** The same in the fields of R17. */
  history: Array<MoveRecord>,
  /** The board, row 0 being rank 8 (R14, R15). */
  board: Array<Array<Piece | null>>,
  /** The rights to castle (R15). */
  castling: BothRights,
  /** Where a pawn could be taken in passing (R15). */
  en_passant: Coordinates | null,
  /** How it stands. */
  state: GameState,
};

/** A move that stands. */
export type MoveView = {
  /** In the notation of programs. */
  uci: string,
  /** In that of people. */
  san: string,
  /** The position after it. */
  fen: string,
  /** How long the player thought, in milliseconds. */
  took: number,
  /** What his clock showed after it. */
  left?: number | null,
  /** What left the board with it (Saktris). */
  cleared?: Cleared | null,
};

/** A move that has been played, in the fields of R17. */
export type MoveRecord = {
  /** Where the piece came from. */
  from: Coordinates,
  /** Where it landed. */
  to: Coordinates,
  /** What moved: `pawn`, `knight`, `bishop`, `rook`, `queen`, `king`. */
  piece: string,
  /** Who moved. */
  color: Color,
  /** What was taken. */
  captured: string | null,
  /** What the pawn became. */
  promotion: string | null,
  /** Which castling it was. */
  castling: Castling | null,
  /** Whether a pawn was taken in passing. */
  enPassant: boolean,
  /** Whether a piece was placed that had waited (Saktris): it came from
   * nowhere, and `from` is where it landed. */
  placed?: boolean | null,
  /** Whether nothing could be done (Saktris): nothing moved. */
  passed?: boolean | null,
  /** The squares off which pieces were cleared (Saktris). */
  cleared?: Array<string> | null,
};

/** Row 0 is rank 8 and column 0 is file a (R14). */
export type Coordinates = {
  /** 0 to 7. */
  row: number,
  /** 0 to 7. */
  col: number,
};

/** Which castling. */
export type Castling = "kingside" | "queenside";

/** A piece on the board. */
export type Piece = {
  /** `pawn`, `knight`, `bishop`, `rook`, `queen`, `king`. */
  piece: string,
  /** Whose. */
  color: Color,
};

/** The rights of both players. */
export type BothRights = {
  /** White's. */
  white: CastlingRights,
  /** Black's. */
  black: CastlingRights,
};

/** The rights to castle of one player (R15). */
export type CastlingRights = {
  /** O-O. */
  kingside: boolean,
  /** O-O-O. */
  queenside: boolean,
};

/** How a game stands now. It comes with every message about a game, so that
 * a page needs no law of chess to draw it. */
export type GameState = {
  /** The number of the last event it includes. */
  seq: number,
  /** How many moves of either side stand. */
  ply: number,
  /** The position. */
  fen: string,
  /** Whose turn it is. */
  turn: Color,
  /** `active`, `check`, `checkmate`, `stalemate` or `draw` (R16). */
  status: string,
  /** How it ended (C19); nothing while it goes on. */
  reason?: string | null,
  /** `1-0`, `1/2-1/2`, `0-1` or `*`; nothing while it goes on. */
  result?: string | null,
  /** Both clocks; nothing without them. */
  clock?: ClockView | null,
  /** Who has offered a draw. */
  draw_offer?: Color | null,
  /** Who has asked to take a move back. */
  take_back?: Color | null,
  /** Who has asked to call the game off. */
  abort?: Color | null,
  /** The squares of touched pieces, in this order. */
  touched?: Array<string>,
  /** The draws that the side to move can claim now. */
  claims?: Array<Claim>,
  /** What is to come, in Saktris. */
  saktris?: Saktris | null,
  /** What the side to move may play; told to that side alone. */
  legal?: { [key in string]: Array<string> } | null,
  /** Which piece it may place where (Saktris); told to that side alone. */
  places?: { [key in string]: Array<string> } | null,
  /** Whether it can only pass (Saktris), with the move `0000`; told to that
   * side alone. */
  pass?: boolean | null,
};

/** White or Black. */
export type Color = "white" | "black";

/** What is to come in a game of Saktris, as far as it is public. */
export type Saktris = {
  /** For White. */
  white: SaktrisSide,
  /** For Black. */
  black: SaktrisSide,
  /** After how many moves of a side its next piece arrives. */
  every: number,
  /** Which groups of pieces leave the board. */
  clearing: Clearing,
  /** Whether a player picks what comes next. */
  picks: boolean,
};

/** What is to come for one side. */
export type SaktrisSide = {
  /** Whether a piece waits to be placed. */
  waits: boolean,
  /** The pieces that are known to come, as small letters: the next one
   * first, or all from king to pawn where the player picks. */
  next: Array<string>,
  /** How many are to come, the waiting one included. */
  left: number,
  /** After how many more moves on the board the next one arrives; null if
   * one waits or none is left. */
  moves: number | null,
};

/** What left the board with a move of Saktris. */
export type Cleared = {
  /** The squares of the pieces that stood side by side. */
  run: Array<string>,
  /** The square of the piece that went with them. */
  beyond?: string | null,
  /** All pieces that left. */
  pieces: Array<ClearedPiece>,
};

/** A piece that left the board. */
export type ClearedPiece = {
  /** Where it stood. */
  square: string,
  /** Its letter as FEN has it: a capital for White. */
  piece: string,
};

/** What both clocks show, in milliseconds. */
export type ClockView = {
  /** White's. */
  white: SideClock,
  /** Black's. */
  black: SideClock,
  /** Whose runs. */
  running?: Color | null,
};

/** What one clock shows, in milliseconds. */
export type SideClock = {
  /** The time left. */
  time: number,
  /** What is left of a delay before it runs. */
  delay?: number,
  /** The moves to make until more time is added. */
  moves?: number | null,
  /** The byo-yomi periods left. */
  periods?: number | null,
  /** How many periods were completed; 1 in byo-yomi and in overtime. */
  stage?: number,
};

/** A game that somebody wants to play. */
export type NewGame = {
  /** What is agreed on. */
  options: GameOptions,
  /** The side one wants; by lot if none is named. */
  color?: Color | null,
  /** Against whom. */
  opponent: Opponent,
};

/** Against whom. */
export type Opponent =
  | "friend"
  | { "computer": {
    /** From 1 to 10. */
    level: number,
  } }
  | "self";

/** A game in which one has a seat. */
export type SeatedGame = {
  /** Whoever was nobody is a guest now, and this is his token: shown once,
   * and only to programs. A browser has a cookie instead. */
  token?: string | null,
  /** Its name, part of its link. */
  id: string,
  /** Whether it has begun, and whether it is over. */
  stage: Stage,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** What the players agreed on. */
  options: GameOptions,
  /** Who plays. */
  players: Seats,
  /** The sides that are one's own: none for a watcher. */
  you: Array<Color>,
  /** The game that the players play after this one. */
  rematch?: string | null,
  /** What there is once it has begun. */
  play?: PlayView | null,
};

/** Something to be said, over HTTP. */
export type ChatRequest = {
  /** At most 200 characters. */
  text: string,
};

/** What has become of a seek. */
export type SeekView = {
  /** The name of the seek. */
  id: string,
  /** The game, once there is one. */
  game: string | null,
};

/** What comes of wanting to play again. */
export type Rematched = {
  /** The game; nothing until the opponent wants it too. */
  game: string | null,
};

/** A part of a list of games, the newest first. */
export type GameList = {
  /** The games. */
  games: Array<GameSummary>,
  /** Where the list goes on: ask again with `cursor` set to it. Nothing at
   * the end. */
  next?: string | null,
};

/** A game in a list. */
export type GameSummary = {
  /** Its name. */
  id: string,
  /** Whether it has begun, and whether it is over. */
  stage: Stage,
  /** When it was made, in milliseconds since 1970. */
  created: number,
  /** What was agreed on. */
  options: GameOptions,
  /** How fast it is. */
  speed: Speed,
  /** Who plays. */
  players: Seats,
  /** How many moves of either side stand. */
  ply: number,
  /** `1-0`, `1/2-1/2`, `0-1` or `*`; nothing while it goes on. */
  result?: string | null,
  /** How it ended; nothing while it goes on. */
  reason?: string | null,
  /** The game that was played after it. */
  rematch?: string | null,
};

/** Which games of a list. */
export type GameFilter = "all" | "under_way" | "over";

/** Somebody with an account, and what is known of his play. */
export type Profile = {
  /** Who. */
  player: PlayerView,
  /** Since when, in milliseconds since 1970. */
  created: number,
  /** How strong, at each speed at which he has played rated games. */
  ratings: Array<SpeedRating>,
  /** How many games he has won. */
  won: number,
  /** How many were drawn. */
  drawn: number,
  /** How many he has lost. */
  lost: number,
};

/** How strong somebody is at a speed (Glicko-2). */
export type SpeedRating = {
  /** The speed. */
  speed: Speed,
  /** The rating. */
  rating: number,
  /** How far from it the truth may be: with 95 % within twice of this. */
  deviation: number,
  /** In how many games that was found. */
  games: number,
};

/** The rating of somebody from game to game, the oldest first. */
export type RatingHistory = {
  /** The speed. */
  speed: Speed,
  /** After each rated game. */
  points: Array<RatingPoint>,
};

/** A rating after a game. */
export type RatingPoint = {
  /** The game. */
  game: string,
  /** When it ended, in milliseconds: the time of the server while it is up. */
  at: number,
  /** The rating after it. */
  rating: number,
};

/** Somebody who is known from now on. The cookie that comes with it says so
 * in a browser; a program sends the token as `Authorization: Bearer …`. */
export type SignedIn = {
  /** Who. */
  player: PlayerView,
  /** Shown once, and only to programs: keep it. */
  token?: string | null,
};

/** A name and a password: to sign up, or to sign in. */
export type Credentials = {
  /** 2 to 20 letters, digits, `_` and `-`. */
  name: string,
  /** 8 to 200 characters. */
  password: string,
};

/** That it is really oneself. */
export type Password = {
  /** The one that is valid now. */
  password: string,
};

/** A new password. */
export type NewPassword = {
  /** The one that is valid now. */
  old: string,
  /** The one to be: 8 to 200 characters. */
  new: string,
};

/** Oneself. */
export type AccountView = {
  /** What everybody sees. */
  player: PlayerView,
  /** What one's token allows; all, for a session. */
  scopes: Array<Scope>,
};

/** A browser or a program in which one is signed in. */
export type SessionView = {
  /** For ending it. */
  id: number,
  /** What the browser or the program says it is. */
  label: string,
  /** Since when, in milliseconds since 1970. */
  created: number,
  /** When it was last seen, to the hour. */
  seen: number,
  /** Whether it is this one. */
  current: boolean,
};

/** What a token of a program allows. */
export type Scope = "read" | "play" | "challenge";

/** A token to be made. */
export type NewToken = {
  /** What it is for, in one's own words: at most 100 characters. */
  label: string,
  /** What it allows. */
  scopes: Array<Scope>,
};

/** A token that was made. */
export type CreatedToken = {
  /** Shown once: keep it. */
  token: string,
  /** For ending it. */
  id: number,
  /** What it is for. */
  label: string,
  /** What it allows. */
  scopes: Array<Scope>,
  /** Since when, in milliseconds since 1970. */
  created: number,
  /** When it was last used, to the hour. */
  used: number,
};

/** A token of a program. */
export type TokenView = {
  /** For ending it. */
  id: number,
  /** What it is for. */
  label: string,
  /** What it allows. */
  scopes: Array<Scope>,
  /** Since when, in milliseconds since 1970. */
  created: number,
  /** When it was last used, to the hour. */
  used: number,
};

/** A position that is asked about. */
export type PositionQuery = {
  /** In Forsyth-Edwards Notation, with six parts or the first four; `start`
   * without one, and `saktris` for the start of Saktris. */
  fen: string,
};

/** A move that is asked about. */
export type WhyQuery = {
  /** The position; `start` without one. */
  fen: string,
  /** The move, as people write it (`Nf3`, `O-O`) or as programs do (`g1f3`). */
  move: string,
};

/** Moves that are to be played. */
export type ReplayQuery = {
  /** The position to begin with; `start` without one. */
  fen: string,
  /** The moves with blanks between them. They may be numbered. */
  moves: string,
};

/** The legal moves of a position. */
export type Moves = {
  /** The position as it was understood. */
  fen: string,
  /** Whose turn it is. */
  turn: Color,
  /** `active`, `check`, `checkmate`, `stalemate` or `draw`. */
  status: string,
  /** The moves. */
  moves: Array<WrittenMove>,
};

/** One move in both notations. */
export type WrittenMove = {
  /** In the notation of programs. */
  uci: string,
  /** In that of people. */
  san: string,
};

/** Whether a move is legal and, if it is not, why. */
export type Why = Legal | Illegal;

/** A move that may be played. */
export type Legal = {
  /** True. */
  legal: boolean,
  /** In the notation of programs. */
  uci: string,
  /** In that of people. */
  san: string,
};

/** A move that may not be played: also the end of a replay. */
export type Illegal = {
  /** False. */
  legal: boolean,
  /** `illegal_move`, or `invalid_input` if it is no move at all. */
  kind: string,
  /** A stable name for programs. */
  code: string,
  /** The article of the FIDE Laws of Chess, where they have one. */
  article: string | null,
  /** The squares to point at. */
  squares: Array<string>,
  /** A sentence for people. */
  message: string,
};

/** Where a game stands: check, the end, and who can still win. */
export type PositionStatus = {
  /** `active`, `check`, `checkmate`, `stalemate` or `draw`. */
  status: string,
  /** How it ended; null while it goes on. */
  reason: string | null,
  /** `1-0`, `1/2-1/2` or `0-1`; null while it goes on. */
  result: string | null,
  /** The squares of the pieces that give check. */
  checkers: Array<string>,
  /** Whether some series of legal moves leads to mate, for each side. */
  can_win: CanWin,
  /** What no game can have led to. */
  doubts: Array<PositionIssue>,
};

/** Null where it is not proved: the proof would take too long or, in
 * Saktris, pieces are to come or can be cleared. */
export type CanWin = {
  /** White. */
  white: boolean | null,
  /** Black. */
  black: boolean | null,
};

/** Something that is wrong with a position, or that no game can have led to. */
export type PositionIssue = {
  /** A stable name for programs. */
  code: string,
  /** A sentence for people. */
  message: string,
  /** The squares to point at. */
  squares: Array<string>,
};

/** Moves played one after the other, and where they lead. */
export type Replay = {
  /** The position at the end. */
  fen: string,
  /** `active`, `check`, `checkmate`, `stalemate` or `draw`. */
  status: string,
  /** How the game ended; null while it goes on. */
  reason: string | null,
  /** `1-0`, `1/2-1/2` or `0-1`; null while it goes on. */
  result: string | null,
  /** The draws that can be claimed: `threefold`, `fifty_moves`. */
  claims: Array<string>,
  /** The moves that were played, in the fields of R17. */
  history: Array<MoveRecord>,
  /** The same as people write them. */
  san: Array<string>,
  /** The move that was refused; null if none was. */
  refusal: RefusedMove | null,
};

/** The move that was refused. */
export type RefusedMove = {
  /** As it was written. */
  move: string,
  /** How many moves were played before it. */
  ply: number,
  /** False. */
  legal: boolean,
  /** `illegal_move`, or `invalid_input` if it is no move at all. */
  kind: string,
  /** A stable name for programs. */
  code: string,
  /** The article of the FIDE Laws of Chess, where they have one. */
  article: string | null,
  /** The squares to point at. */
  squares: Array<string>,
  /** A sentence for people. */
  message: string,
};

/** Something that cannot be read, and where. */
export type InvalidInput = {
  /** A stable name for programs. */
  code: string,
  /** A sentence for people. */
  message: string,
  /** The byte at which reading stopped; none if the text is well-formed and
   * what it describes is impossible. */
  offset: number | null,
};

/** A position as a board shows it, after moves if there were any: all that
 * is needed to let somebody play on. */
export type BoardView = {
  /** The position at the end. */
  fen: string,
  /** Whose turn it is there. */
  turn: Color,
  /** `active`, `check`, `checkmate`, `stalemate` or `draw`. */
  status: string,
  /** How the game ended; null while it goes on. */
  reason: string | null,
  /** `1-0`, `1/2-1/2` or `0-1`; null while it goes on. */
  result: string | null,
  /** The draws that can be claimed: `threefold`, `fifty_moves`. */
  claims: Array<string>,
  /** The square of the king in check. */
  check: string | null,
  /** What may be played, as in the state of a game. The board may be played
   * on after a draw. */
  legal: { [key in string]: Array<string> },
  /** What is to come, in Saktris. */
  saktris?: Saktris,
  /** Which piece may be placed where (Saktris). */
  places?: { [key in string]: Array<string> },
  /** Whether the side to move can only pass (Saktris). */
  pass?: boolean,
  /** The moves that were played. */
  moves: Array<PlayedStep>,
  /** The move that was refused; null if none was. */
  refusal: RefusedMove | null,
};

/** A move, and where it led. */
export type PlayedStep = {
  /** In the notation of programs. */
  uci: string,
  /** In that of people. */
  san: string,
  /** The position after it. */
  fen: string,
  /** What left the board with it (Saktris). */
  cleared?: Cleared,
};

/** A position that somebody sets up, playable or not: everything that stands
 * against it, what is doubtful about it, and what there is to choose. */
export type SetupReport = {
  /** The set-up as it was understood. */
  fen: string,
  /** Whether a game can begin there. */
  is_playable: boolean,
  /** `active`, `check`, `checkmate`, `stalemate` or `draw`; null if it is
   * not playable. */
  status: string | null,
  /** Everything that stands against playing from there. */
  errors: Array<PositionIssue>,
  /** What no game can have led to. It stops nobody from playing. */
  doubts: Array<PositionIssue>,
  /** The castling rights that the pieces allow. */
  castling: Array<CastlingChoice>,
  /** The squares that a pawn can have passed over with the last move. */
  en_passant: Array<string>,
};

/** A castling right that king and rook allow. */
export type CastlingChoice = {
  /** How FEN writes it: `K`, `Q`, `k`, `q`, or the file of the rook if
   * another one stands further outside. */
  letter: string,
  /** The square of the rook. */
  rook: string,
  /** Whose. */
  color: Color,
  /** `O-O` or `O-O-O`. */
  san: string,
  /** Whether they stand where they do in standard chess; else it is
   * Chess960. */
  is_standard: boolean,
  /** Whether the set-up has this right. */
  is_chosen: boolean,
};

/** What a player has planned while the opponent thinks. */
export type PremovesQuery = {
  /** The position, as `State.fen` has it: hidden pieces to come may be `?`. */
  fen: string,
  /** The side that plans. */
  color: Color,
  /** The moves that it has planned, in UCI and in their order. */
  moves: Array<string>,
};

/** What a player can plan next. Whether a planned move is legal is decided
 * when it is played. */
export type Premoves = {
  /** How many of the planned moves are possible. Those after them cannot be
   * played and are ignored. */
  possible: number,
  /** The squares that each piece could reach, whatever the opponent plays. */
  targets: { [key in string]: Array<string> },
  /** What arrives on the turn that is planned, in Saktris. */
  arrival: NextArrival | null,
};

/** What a player of Saktris can place on the turn that is planned. */
export type NextArrival = {
  /** The pieces still to come, before that turn. */
  side: SaktrisSide,
  /** Whether a piece will be waiting. */
  due: boolean,
  /** Whether it must be placed, so that no move can be planned. */
  must_place: boolean,
  /** Where each piece that is known could be placed, by its small letter. */
  places: { [key in string]: Array<string> },
};

/** A position that the engine is to look at. */
export type AnalysisRequest = {
  /** The position to begin with; `start` without one. */
  fen: string,
  /** The moves that were played from there, with blanks between them, so
   * that the engine knows what would be a repetition. */
  moves: string,
  /** How many lines are wanted. */
  lines: number,
  /** How many half-moves deep to look; 30 without it. */
  depth: number,
};

/** What the engine has found so far: a line of the answer. */
export type Analysis = {
  /** How many half-moves deep it has looked. */
  depth: number,
  /** How many positions it has looked at. */
  nodes: number,
  /** How many of them in a second. */
  nps: number,
  /** The lines, the best one first; none if the game is over. */
  lines: Array<AnalysisLine>,
  /** Why there is no more to come; nothing while there is. */
  end?: AnalysisEnd | null,
};

/** Why the engine has stopped. */
export type AnalysisEnd = "depth" | "time" | "replaced" | "over";

/** One way to go on. */
export type AnalysisLine = {
  /** How good it is. */
  score: AnalysisScore,
  /** The moves in the notation of programs. */
  moves: Array<string>,
  /** The same in that of people. */
  san: Array<string>,
};

/** How much better White is; less than nothing is good for Black. */
export type AnalysisScore = { "cp": number } | { "mate": number };

/** Games that were read from PGN: one of them whole, and what the others
 * are. */
export type PgnView = {
  /** How many games the text has. */
  count: number,
  /** The tags of the games, in their order: of the first thousand. */
  games: Array<{ [key in string]: string }>,
  /** Which of them follows, the first being 1; 0 if there is none. */
  game: number,
  /** Its tags in their order, the seven of the roster first. */
  tags: Array<PgnTag>,
  /** The result after its moves: `1-0`, `1/2-1/2`, `0-1` or `*`. */
  result: string,
  /** Its moves. The first is the start and no move; whatever follows comes
   * after the move of which it is a child. */
  nodes: Array<PgnNode>,
  /** What is wrong with its text, and before it. */
  problems: Array<PgnProblem>,
};

/** A tag of a game. */
export type PgnTag = {
  /** `White`. */
  name: string,
  /** Who played it. */
  value: string,
};

/** A move of a game, or of one of its variations. */
export type PgnNode = {
  /** The place of the move before in the list. Of several with the same one,
   * the first is the line itself, and the others are variations. */
  parent?: number | null,
  /** The move as people write it; `--` if the side passed. */
  san?: string | null,
  /** The same as programs do; nothing if the side passed. */
  uci?: string | null,
  /** The position after it. */
  fen: string,
  /** What left the board with it (Saktris). */
  cleared?: Cleared | null,
  /** What is said before it. */
  before?: Array<string>,
  /** What is said after it, without what is said to programs. */
  comments?: Array<string>,
  /** The numbers of its glyphs: 1 is `!`. */
  nags?: Array<number>,
  /** What the clock of the side that moved showed, in milliseconds. */
  clock?: number | null,
  /** How a program judged the position. */
  eval?: AnalysisScore | null,
};

/** Something that is wrong with the text of a game. */
export type PgnProblem = {
  /** Its line, counted from 1. */
  line: number,
  /** Its byte in the line, counted from 1. */
  column: number,
  /** A stable name for programs. */
  code: string,
  /** A sentence for people. */
  message: string,
  /** Whether something was lost, or is only oddly written. */
  is_damage: boolean,
};
