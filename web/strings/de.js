/** @type {typeof import('./en.js').default} */
export default {
  "skip": "Zum Brett springen",
  "nav_label": "Seiten",
  "nav_analysis": "Analyse",
  "nav_editor": "Stellung",
  "nav_laws": "Regeln",
  "nav_sign_in": "Anmelden",
  "nav_settings": "Einstellungen",

  "foot_api": "Für Programme: die Schnittstelle",

  "home_title": "Schach spielen",

  "game_title": "Partie",
  "notation_letters": "KDTLS",
  "spoken_K": "König",
  "spoken_Q": "Dame",
  "spoken_R": "Turm",
  "spoken_B": "Läufer",
  "spoken_N": "Springer",
  "spoken_takes": "schlägt",
  "spoken_short": "kurze Rochade",
  "spoken_long": "lange Rochade",
  "spoken_becomes": "verwandelt in {piece}",
  "spoken_check": "Schach",
  "spoken_mate": "matt",

  "editor_title": "Stellung aufbauen",

  "analysis_title": "Analyse",

  "laws_title": "Die Schachregeln",

  "player_title": "Spieler",

  "settings_title": "Einstellungen",

  "sign_in_title": "Anmelden",

  "not_found_title": "Nicht gefunden",
  "not_found_text": "Hier ist nichts. Vielleicht ist der Link unvollständig, oder was hier war, ist fort.",
  "not_found_home": "Stattdessen eine Partie spielen"
};
