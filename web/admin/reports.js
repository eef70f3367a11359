// Reports of players about players.
import { ask } from '../lib/api.js';
import { moment } from '../lib/dates.js';
import { find, make, say } from '../lib/dom.js';
import { text } from '../lib/text.js';
import { actButton, entry, gameLink, growingList, playerLink } from './parts.js';

/** @import { ReportList, ReportState, ReportView } from '../wire.d.ts' */

/** Returns a function that loads the reports. */
export function initReports() {
  const section = find('#reports');
  const filter = find('.filters', section);
  const state = /** @type {HTMLSelectElement} */ (find('select', filter));
  /** @type {() => Promise<void>} */
  const reload = growingList(section, async (next) => {
    /** @type {ReportList} */
    const page = await ask('GET', `/admin/reports?state=${state.value}${next === undefined ? '' : `&before=${next}`}`);
    return { items: page.reports, next: page.next };
  }, (report) => drawReport(report, reload));
  filter.addEventListener('change', reload);
  filter.addEventListener('submit', (event) => event.preventDefault());
  return reload;
}

/**
 * @param {ReportView} report
 * @param {() => void} reload
 */
export function drawReport(report, reload) {
  const title = make('span', {}, playerLink(report.reported), ` · ${text(`player_report_${report.reason}`)}`);
  const lines = [
    report.text && make('span', { class: 'said', translate: 'no' }, report.text),
    make('span', {}, text('admin_report_by', { name: report.reporter, when: moment(report.created) }),
      ...(report.game ? [' · ', gameLink(report.game)] : [])),
    report.handled != null && text('admin_report_handled_by', { name: report.handled_by ?? '–', when: moment(report.handled) }),
    report.note && make('span', { class: 'said' }, report.note),
  ];
  if (report.state !== 'open') return entry(title, lines);
  const label = text('admin_report_note');
  const note = make('input', { 'aria-label': label, placeholder: label, maxlength: 1000, autocomplete: 'off' });
  /** @param {ReportState} state */
  const finish = (state) => async () => {
    await ask('PATCH', `/admin/reports/${report.id}`, { state, note: note.value });
    say(text('admin_done'));
    reload();
  };
  return entry(title, lines, note,
    actButton(text('admin_report_handle'), finish('handled')),
    actButton(text('admin_report_dismiss'), finish('dismissed')));
}
