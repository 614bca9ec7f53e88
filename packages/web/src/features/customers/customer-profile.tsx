import { lazyPart } from '#shared/loading/lazy-part.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { AnswerText } from '#shared/fields/answer-text.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { exactTime, relativeTime, shortDate } from '#shared/lib/format.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { Avatar } from '#shared/ui/marks/avatar.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconX } from '@tabler/icons-react';
import type { Customer } from '@trunkline/contract';
import { Fragment, Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomer } from './api.ts';
import { CustomerTickets } from './customer-tickets.tsx';
import { IdentityList } from './form/identity-list.tsx';
import classes from './customer-profile.module.css';
import { WriteMail } from './write-mail.tsx';
import { MergeSection } from './merge/merge-section.tsx';

const PrivacySection = lazyPart(() =>
  import('./privacy/privacy-section.tsx').then((module) => ({ default: module.PrivacySection })),
);

type Props = {
  id: number;
  onClose: () => void;
  onEdit: (customer: Customer) => void;
  /** Opens another customer. */
  onShow: (id: number) => void;
};

/** The profile of one customer: contacts, tickets, duplicates, changes and privacy. */
export function CustomerProfile({ id, onClose, onEdit, onShow }: Props) {
  const { t } = useTranslation('customers');
  const narrow = useNarrow();
  const customer = useCustomer(id);
  const into = customer.data?.id;
  const show = useEffectEvent(onShow);
  // Somebody has merged this customer into another one, so that one is opened.
  useEffect(() => {
    if (into !== undefined && into !== id) show(into);
  }, [id, into]);
  useEffect(() => realtime.on('customer-merged', (merged) => merged.id === id && show(merged.into)), [id]);
  const Back = narrow ? IconArrowLeft : IconX;
  const close = (
    <ActionIcon onClick={onClose} aria-label={t('profile.close')}>
      <Back size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  if (!customer.data) {
    return (
      <>
        <div className={classes['head']}>{close}</div>
        {customer.isError ? (
          <ErrorState error={customer.error} onRetry={() => void customer.refetch()} />
        ) : (
          <Skeletons rows={6} height={48} avatar />
        )}
      </>
    );
  }
  return <Loaded customer={customer.data} close={close} onEdit={onEdit} onShow={onShow} />;
}

type LoadedProps = Pick<Props, 'onEdit' | 'onShow'> & { customer: Customer; close: ReactNode };

function Loaded({ customer, close, onEdit, onShow }: LoadedProps) {
  const { t } = useTranslation('customers');
  const { can } = useSession();
  const narrow = useNarrow();
  const now = useNow(60_000);
  const fields = useCustomFields('customer');
  const canEdit = can('CUSTOMERS:EDIT');
  useShortcuts(
    canEdit
      ? [{ key: 'e', description: t('keys.edit'), group: t('keys.group'), run: () => onEdit(customer) }]
      : [],
  );
  return (
    <>
      <div className={classes['head']}>
        {narrow && close}
        <Avatar name={customer.name} size={36} />
        <div className={classes['title']}>
          <h2>
            <bdi>{customer.name}</bdi>
          </h2>
          {customer.company && <span>{customer.company}</span>}
        </div>
        <WriteMail customer={customer} />
        {canEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            onClick={() => onEdit(customer)}
          >
            {t('profile.edit')}
          </Button>
        )}
        {!narrow && close}
      </div>
      <div className={classes['body']}>
        <section>
          <h3>{t('profile.reached')}</h3>
          <IdentityList customer={customer} />
        </section>
        <section>
          <h3>{t('profile.about')}</h3>
          <dl className={classes['facts']}>
            <dt>{t('profile.language')}</dt>
            <dd>{t(`language.${customer.language}`)}</dd>
            <dt>{t('profile.last')}</dt>
            <dd title={customer.last_contact_at ? exactTime(customer.last_contact_at) : undefined}>
              {customer.last_contact_at ? relativeTime(customer.last_contact_at, now) : t('never')}
            </dd>
            <dt>{t('profile.since')}</dt>
            <dd title={exactTime(customer.created_at)}>{shortDate(customer.created_at, now)}</dd>
            {fields
              .filter(({ id }) => customer.fields[id] !== undefined)
              .map((field) => (
                <Fragment key={field.id}>
                  <dt>{field.name}</dt>
                  <dd>
                    <AnswerText field={field} answer={customer.fields[field.id] ?? ''} />
                  </dd>
                </Fragment>
              ))}
          </dl>
        </section>
        <section>
          <h3>{t('profile.note')}</h3>
          <p className={classes['note']} data-empty={!customer.note || undefined}>
            {customer.note || t('profile.no-note')}
          </p>
        </section>
        <MergeSection key={customer.id} customer={customer} onShow={onShow} />
        {can('TICKETS:VIEW') && <CustomerTickets customer={customer} />}
        {can('CUSTOMERS:PRIVACY') && (
          <Suspense>
            <PrivacySection key={`privacy ${customer.id}`} customer={customer} />
          </Suspense>
        )}
      </div>
    </>
  );
}
