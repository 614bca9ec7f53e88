import { EntryDetails } from '#shared/audit/entry-details.tsx';
import { useEntryWords } from '#shared/audit/use-entry-words.ts';
import { exactTime } from '#shared/lib/format.ts';
import { deviceName } from '#shared/sessions/device-name.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditEntry } from './api.ts';
import classes from './audit.module.css';

/** One audit entry: author, time, address, and the values before and after. */
export function AuditDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('audit');
  const words = useEntryWords();
  const entry = useAuditEntry(id);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={entry.data ? words.action(entry.data) : t('entry', { id })}
      width={560}
    >
      {entry.isPending && <Skeletons rows={6} height={36} />}
      {entry.isError && <ErrorState error={entry.error} onRetry={() => void entry.refetch()} />}
      {entry.data && <Entry entry={entry.data} />}
    </Drawer>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const words = useEntryWords();
  const fact = (name: 'at' | 'who' | 'subject' | 'address' | 'device' | 'job', value: ReactNode) => (
    <div>
      <dt>{t(`column.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div className={classes['entry']}>
      <dl className={classes['facts']}>
        {fact('at', exactTime(entry.at))}
        {fact('who', <bdi>{words.who(entry)}</bdi>)}
        {entry.job !== null && fact('job', entry.job)}
        {fact('subject', <bdi>{words.subject(entry)}</bdi>)}
        {entry.source && fact('address', entry.source.address)}
        {entry.source &&
          entry.source.user_agent !== '' &&
          fact('device', deviceName(entry.source.user_agent))}
      </dl>
      <EntryDetails entry={entry} />
      <p>
        <Link to="/settings/audit" search={{ subject: entry.subject }}>
          {t('other')}
        </Link>
      </p>
    </div>
  );
}
