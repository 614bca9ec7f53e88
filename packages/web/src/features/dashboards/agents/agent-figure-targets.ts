import { type AgentMetric, type MediaId, type ModuleCode, REPORTS } from '@trunkline/contract';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import type { FigureTarget } from '../figure-tile.tsx';

type TargetContext = {
  search: DashboardSearch;
  can: (permission: `${ModuleCode}:VIEW`) => boolean;
  show: (records: Pick<DashboardSearch, 'figure' | 'person' | 'media'>) => void;
};

type Drilldown = 'contacts' | 'active' | 'activity' | 'desk' | null;
/** The records from which each figure is computed, which it opens. */
const BEHIND: Record<AgentMetric, Drilldown> = {
  contacts_handled: 'contacts',
  contacts_active: 'active',
  contact_handle_mean_seconds: 'contacts',
  after_call_seconds: 'activity',
  occupancy_ratio: 'activity',
  concurrency: 'contacts',
  replies_sent: null,
  tickets_now: 'desk',
  signed_in_seconds: 'activity',
  adherence_ratio: null,
};

/** Returns what a figure opens, for one agent or for all. */
export function openMetric(
  { search, can, show }: TargetContext,
  metric: AgentMetric,
  person?: number,
): FigureTarget {
  const who = person === undefined ? {} : { person };
  const behind = BEHIND[metric];
  if (behind === 'contacts' || behind === 'active') return { show: () => show({ figure: behind, ...who }) };
  if (behind === 'activity' && can('REPORT_USER_ACTIVITY:VIEW'))
    return reportOf('user_activity', search, {
      ...(person !== undefined && { agent: person }),
      group: person === undefined ? 'agent' : 'record',
      // The report has that figure too; the others are made of all activities.
      ...(person !== undefined && metric === 'after_call_seconds' && { metric }),
    });
  return behind === 'desk' && person !== undefined && can('TICKETS:VIEW')
    ? { desk: { view: 'open', assignee: String(person) } }
    : undefined;
}

/** Returns what a channel's figure opens: calls and chats have records here, other channels a report of their own. */
export function openMedia(
  { search, can, show }: TargetContext,
  media: MediaId,
  person: number,
): FigureTarget {
  const report = Object.values(REPORTS).find((each) => 'media' in each && each.media.includes(media));
  if (isContact(media)) return { show: () => show({ figure: 'contacts', media, person }) };
  return report && can(`${report.module}:VIEW`)
    ? reportOf(report.code, search, { agent: person, group: 'record' })
    : undefined;
}

const CONTACT_MEDIA: readonly MediaId[] = [1, 6, 16, 17, 18];
/** Whether a channel has contacts that begin and end, as calls and chats do. */
export const isContact = (media: MediaId): boolean => CONTACT_MEDIA.includes(media);

const reportOf = (
  code: string,
  { range = 'today', from, to, department }: DashboardSearch,
  more: object,
): FigureTarget => ({ report: `/reports/${code}`, search: { range, from, to, department, ...more } });
