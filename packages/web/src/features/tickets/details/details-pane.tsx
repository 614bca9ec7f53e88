import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense } from 'react';
import { ActivityLog } from './activity-log.tsx';
import { Clocks } from './sla/clocks.tsx';
import classes from './details.module.css';
import { CustomerCard } from './customer-card.tsx';
import { CallBacks } from './calls/call-backs.tsx';
import { Calls } from './calls/calls.tsx';
import { History } from './history.tsx';
import { TicketFields } from './ticket-fields.tsx';

const Linked = lazyPart(() => import('../relations/linked.tsx'));

/** The details of the ticket beside the conversation. */
export function DetailsPane({ isAlone }: { isAlone: boolean }) {
  return (
    <div className={classes['pane']}>
      <CustomerCard />
      <TicketFields />
      <Clocks />
      <CallBacks />
      <Calls />
      <Suspense>
        <Linked />
      </Suspense>
      <History isAlone={isAlone} />
      <ActivityLog />
    </div>
  );
}
