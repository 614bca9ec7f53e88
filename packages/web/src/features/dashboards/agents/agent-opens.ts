import { type AgentMetric, type MediaId, type ModuleCode, REPORTS } from '@trunkline/contract';
import type { DashboardSearch } from '#shared/lib/search/dashboard-search.ts';
import type { Opens } from '../figure-tile.tsx';

type Asked = {
  search: DashboardSearch;
  can: (permission: `${ModuleCode}:VIEW`) => boolean;
  show: (records: Pick<DashboardSearch, 'figure' | 'person' | 'media'>) => void;
};

type Behind = 'contacts' | 'active' | 'activity' | 'desk' | null;
/** What each figure is reckoned from. */
const BEHIND: Record<AgentMetric, Behind> = {
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

/** What stands behind a figure of an agent, or of all of them. */
export function openMetric({ search, can, show }: Asked, metric: AgentMetric, person?: number): Opens {
  const who = person === undefined ? {} : { person };
  const behind = BEHIND[metric];
  if (behind === 'contacts' || behind === 'active') return { show: () => show({ figure: behind, ...who }) };
  if (behind === 'activity' && can('REPORT_USER_ACTIVITY:VIEW'))
    return reportOf('user_activity', search, {
      ...(person !== undefined && { agent: person }),
      group: person === undefined ? 'agent' : 'record',
    });
  return behind === 'desk' && person !== undefined && can('TICKETS:VIEW')
    ? { desk: { view: 'open', assignee: String(person) } }
    : undefined;
}

/** Calls and chats are handled; what is written has a report of its own. */
export function openMedia({ search, can, show }: Asked, media: MediaId, person: number): Opens {
  const report = Object.values(REPORTS).find((each) => 'media' in each && each.media.includes(media));
  if (isContact(media)) return { show: () => show({ figure: 'contacts', media, person }) };
  return report && can(`${report.module}:VIEW`)
    ? reportOf(report.code, search, { agent: person, group: 'record' })
    : undefined;
}

const CONTACT_MEDIA: readonly MediaId[] = [1, 6, 16, 17, 18];
/** Channels on which somebody has the customer for a time. */
export const isContact = (media: MediaId): boolean => CONTACT_MEDIA.includes(media);

const reportOf = (
  code: string,
  { range = 'today', from, to, department }: DashboardSearch,
  more: object,
): Opens => ({ report: `/reports/${code}`, search: { range, from, to, department, ...more } });
