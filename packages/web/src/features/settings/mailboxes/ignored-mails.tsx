import { errorCode, reasonWords } from '#shared/api/api-error.ts';
import { buildUrl } from '#shared/api/build-url.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconFileDownload, IconMailForward } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  getIgnoredMailSource,
  IGNORED_DAYS,
  listIgnoredMails,
  acceptIgnoredMail,
  type IgnoredMail,
} from '@trunkline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ignored-mails.module.css';

const PAGE = 10;
const keyOf = (mailboxId: number) => ['ignored-mails', mailboxId] as const;

/** E-mails that a mailbox rejected, with the reason, latest first; live. */
export function IgnoredMails({ mailboxId, canEdit }: { mailboxId: number; canEdit: boolean }) {
  const { t } = useTranslation('settings');
  const mails = useInfiniteQuery({
    queryKey: keyOf(mailboxId),
    queryFn: ({ pageParam, signal }) =>
      call(listIgnoredMails, {
        params: { id: mailboxId },
        query: { limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
  });
  useTopic('mailboxes');
  useEffect(follow, []);
  const all = mails.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <FormSection title={t('mailbox.ignored.title')} hint={t('mailbox.ignored.hint', { days: IGNORED_DAYS })}>
      {mails.isPending && <Skeletons rows={2} height={56} />}
      {mails.isError && <ErrorState error={mails.error} onRetry={() => void mails.refetch()} />}
      {mails.data && all.length === 0 && <p className={classes['none']}>{t('mailbox.ignored.none')}</p>}
      {all.length > 0 && (
        <ul className={classes['list']} aria-label={t('mailbox.ignored.list')}>
          {all.map((mail) => (
            <Row key={mail.id} mail={mail} mailboxId={mailboxId} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {mails.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={mails.isFetchingNextPage}
          onClick={() => void mails.fetchNextPage()}
        >
          {t('mailbox.ignored.more')}
        </Button>
      )}
    </FormSection>
  );
}

const follow = (): (() => void) => realtime.on('ignored-mails-changed', ({ mailbox_id: id }) => refresh(id));
const refresh = (mailboxId: number): void =>
  void queryClient.invalidateQueries({ queryKey: keyOf(mailboxId) });

type RowProps = { mail: IgnoredMail; mailboxId: number; canEdit: boolean };

function Row({ mail, mailboxId, canEdit }: RowProps) {
  const { t } = useTranslation('settings');
  const { name, address } = mail.from;
  const subject = mail.subject || t('mailbox.ignored.no-subject');
  const isHere = mail.reason !== 'not_given';
  return (
    <li className={classes['mail']}>
      <div className={classes['head']}>
        <bdi className={classes['subject']}>{subject}</bdi>
        <time dateTime={mail.arrived_at} title={exactTime(mail.arrived_at)}>
          {relativeTime(mail.arrived_at)}
        </time>
      </div>
      <p className={classes['from']}>
        {name && <bdi>{name}</bdi>} {address && <bdi>{name ? `<${address}>` : address}</bdi>}
        {!name && !address && t('mailbox.ignored.no-sender')}
      </p>
      <p className={classes['why']}>{t(`mailbox.ignored.reason.${mail.reason}`)}</p>
      <div className={classes['actions']}>
        {canEdit && isHere && mail.reason !== 'ours' && (
          <Take mail={mail} mailboxId={mailboxId} subject={subject} />
        )}
        {isHere && (
          <Button
            component="a"
            href={buildUrl(getIgnoredMailSource.path, { id: mailboxId, mailId: mail.id })}
            download
            variant="subtle"
            size="compact-xs"
            leftSection={<IconFileDownload size={14} stroke={1.75} aria-hidden />}
            aria-label={`${t('mailbox.ignored.download')}: ${subject}`}
          >
            {t('mailbox.ignored.download')}
          </Button>
        )}
      </div>
    </li>
  );
}

function Take({ mail, mailboxId, subject }: Pick<RowProps, 'mail' | 'mailboxId'> & { subject: string }) {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const navigate = useNavigate();
  const take = useMutation({
    mutationFn: () => call(acceptIgnoredMail, { params: { id: mailboxId, mailId: mail.id }, body: {} }),
    onSuccess({ data: { number, ticket_id: id } }) {
      const open = {
        label: t('mailbox.ignored.open'),
        run: () => void navigate({ to: '/tickets/detail', search: { id } }),
      };
      toast(t('mailbox.ignored.taken', { number }), can('TICKETS:VIEW') ? { action: open } : {});
    },
    onError: (error) =>
      toast(reasonWords(error) ?? t(errorCode(error) === 'not_found' ? 'mailbox.ignored.gone' : 'failed'), {
        kind: 'failed',
      }),
    onSettled: () => refresh(mailboxId),
  });
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={take.isPending}
      leftSection={<IconMailForward size={14} stroke={1.75} aria-hidden />}
      aria-label={`${t('mailbox.ignored.take')}: ${subject}`}
      onClick={() => take.mutate()}
    >
      {t('mailbox.ignored.take')}
    </Button>
  );
}
