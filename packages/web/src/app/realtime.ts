import { refetchLive } from '#shared/api/feed/live-registry.ts';
import { onRestricted, onSignedOut } from '#shared/api/refusal.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { configQuery, referenceQuery } from '#shared/api/session.ts';
import { recordBackgroundError } from '#shared/lib/record-background-error.ts';
import type { Payload } from '#shared/api/realtime-types.ts';
import { followOwnAccount } from './own-account.ts';
import { followOwnActivity } from './own-activity.ts';
import { refreshRights } from './own-rights.ts';
import { leaveShell, type Router } from './sign-out.ts';

const CHANGED_PARTS: Record<Payload<'settings-changed'>['part'], readonly string[]> = {
  reference: referenceQuery.queryKey,
  app: configQuery.queryKey,
  templates: ['templates'],
  macros: ['macros'],
  automation: ['automation'],
  'phone-gateways': ['phone-gateways'],
  'phone-setup': ['phone-setup'],
  widgets: ['widgets'],
  'web-forms': ['web-forms'],
  level: ['levels'],
  people: ['people'],
  providers: ['sign-in-providers'],
  'api-keys': ['api-keys'],
  webhooks: ['webhooks'],
  'auto-replies': ['auto-replies'],
  'message-templates': ['message-templates'],
  information: ['information'],
  'list-fields': ['list-fields'],
  backups: ['backups'],
};

const VIEWS = ['tickets', 'views'];
const LEVEL = ['session', 'level'];

/** Reacts to the server events that concern the whole app. Returns the function that stops it. */
export function followServer(router: Router): () => void {
  onSignedOut(() => void leaveShell(router, 'expired'));
  onRestricted((to) => {
    realtime.stop();
    void router.navigate({ to });
  });
  const ends = [
    realtime.on('session-ended', ({ reason }) => void leaveShell(router, reason)),
    followOwnActivity(),
    followOwnAccount(),
    realtime.on(
      'rights-changed',
      () => void refreshRights().catch((error: unknown) => recordBackgroundError('rights', error)),
    ),
    realtime.on('settings-changed', ({ part, list }) => {
      void queryClient.invalidateQueries({ queryKey: CHANGED_PARTS[part] });
      // The list of agents shows names and departments of people as well.
      if (part === 'people') void queryClient.invalidateQueries({ queryKey: ['agents'] });
      if (list) void queryClient.invalidateQueries({ queryKey: ['lists', list] });
      // Ticket lists sorted by priority are in the old order: fetch them again.
      if (list === 'priorities') void queryClient.invalidateQueries({ queryKey: ['tickets', 'list'] });
    }),
    // Only the server knows which customer each ticket belongs to after a customer merge was undone.
    realtime.on('customer-parted', () => {
      for (const what of ['list', 'one']) void queryClient.invalidateQueries({ queryKey: ['tickets', what] });
    }),
    realtime.on('ticket-views-changed', () => void queryClient.invalidateQueries({ queryKey: VIEWS })),
    realtime.onReset((outcome) => {
      if (outcome !== 'first') return void queryClient.invalidateQueries();
      refetchLive();
      // These were loaded before the socket connected, so they may have missed changes.
      for (const queryKey of [...Object.values(CHANGED_PARTS), ['lists'], VIEWS, LEVEL])
        void queryClient.invalidateQueries({ queryKey });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
