import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import type { Customer } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Dial } from '#shared/dialing/dial.tsx';
import { shortDate } from '#shared/lib/format.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { IdentityGlyph } from '#shared/ui/marks/identity-glyph.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import context from './details.module.css';
import classes from './customer-card.module.css';
import { Section } from './section.tsx';

const Blocking = lazyPart(() => import('#shared/blocking/blocking.tsx'));
const CustomerAnswers = lazyPart(() => import('./customer-answers.tsx'));

/** Who the customer is and how they can be reached. */
export function CustomerCard() {
  const { t } = useTranslation('tickets');
  const { detail, presence } = useOpenTicket();
  const { can } = useSession();
  const { customer } = detail;
  const isOnline = presence?.customer_online ?? false;
  const edit = can('CUSTOMERS:VIEW') && (
    <Link to="/customers" search={{ id: customer.id }} className={context['link']}>
      {t('context.edit')}
    </Link>
  );
  return (
    <Section title={t('context.customer')} action={edit}>
      <div className={classes['who']}>
        <Avatar name={customer.name} size={36} />
        <div className={classes['names']}>
          <span className={classes['name']} dir="auto">
            {customer.name}
          </span>
          <span className={classes['line']}>
            {customer.company && <span className="truncate">{customer.company}</span>}
            <span>{t(`context.languages.${customer.language}`)}</span>
            <span data-online={isOnline || undefined} className={classes['online']}>
              {isOnline ? t('presence.online') : t('context.since', { date: shortDate(customer.created_at) })}
            </span>
          </span>
        </div>
      </div>
      <Identities customer={customer} />
      {can('CUSTOMERS:BLOCK') && (
        <Suspense>
          <Blocking customer={customer} />
        </Suspense>
      )}
      {Object.keys(customer.fields).length > 0 && (
        <Suspense>
          <CustomerAnswers customer={customer} />
        </Suspense>
      )}
      {customer.note && <p className={classes['note']}>{customer.note}</p>}
    </Section>
  );
}

function Identities({ customer }: { customer: Customer }) {
  const { t } = useTranslation('tickets');
  const { detail } = useOpenTicket();
  // A chat visitor's id means nothing to people.
  const shown = customer.identities.filter((identity) => identity.kind !== 'visitor');
  if (shown.length === 0) return null;
  return (
    <ul className={classes['identities']} aria-label={t('context.identities')}>
      {shown.map((identity) => {
        return (
          <li key={identity.id}>
            <IdentityGlyph kind={identity.kind} />
            <span className="truncate" title={identity.value}>
              {identity.value}
            </span>
            {identity.is_verified && (
              <span
                role="img"
                aria-label={t('context.verified')}
                title={t('context.verified')}
                className={classes['verified']}
              >
                <IconCircleCheck size={14} stroke={1.75} aria-hidden />
              </span>
            )}
            {identity.kind === 'phone' && (
              <Dial number={identity.value} customerId={customer.id} ticketId={detail.ticket.id} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
