import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FORM_SPAM_DAYS, listFormSpam, acceptFormSpam, type FormSpam as Spam } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import mails from '../mailboxes/ignored-mails.module.css';
import classes from './forms.module.css';

const PAGE = 10;
const REFRESH_MS = 30_000;
const keyOf = (formId: number) => ['web-forms', 'spam', formId] as const;

/** Messages classified as spam, with the reason, latest first. */
export function FormSpam({ formId, canEdit }: { formId: number; canEdit: boolean }) {
  const { t } = useTranslation('settings');
  const spam = useInfiniteQuery({
    queryKey: keyOf(formId),
    queryFn: ({ pageParam, signal }) =>
      call(listFormSpam, {
        params: { id: formId },
        query: { limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ data, has_more: hasMore }) => (hasMore ? data.at(-1)?.id : undefined),
    refetchInterval: REFRESH_MS,
  });
  const all = spam.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <FormSection title={t('form.spam.title')} hint={t('form.spam.hint', { days: FORM_SPAM_DAYS })}>
      {spam.isPending && <Skeletons rows={2} height={56} />}
      {spam.isError && <ErrorState error={spam.error} onRetry={() => void spam.refetch()} />}
      {spam.data && all.length === 0 && <p className={mails['none']}>{t('form.spam.none')}</p>}
      {all.length > 0 && (
        <ul className={mails['list']} aria-label={t('form.spam.list')}>
          {all.map((one) => (
            <Row key={one.id} spam={one} formId={formId} canEdit={canEdit} />
          ))}
        </ul>
      )}
      {spam.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={spam.isFetchingNextPage}
          onClick={() => void spam.fetchNextPage()}
        >
          {t('form.spam.more')}
        </Button>
      )}
    </FormSection>
  );
}

type RowProps = { spam: Spam; formId: number; canEdit: boolean };

function Row({ spam, formId, canEdit }: RowProps) {
  const { t } = useTranslation('settings');
  const subject = spam.subject || t('form.spam.no-subject');
  return (
    <li className={mails['mail']}>
      <div className={mails['head']}>
        <bdi className={mails['subject']}>{subject}</bdi>
        <time dateTime={spam.received_at} title={exactTime(spam.received_at)}>
          {relativeTime(spam.received_at)}
        </time>
      </div>
      <p className={mails['from']}>
        <bdi>{spam.name}</bdi> {spam.email && <bdi>{`<${spam.email}>`}</bdi>}
      </p>
      <p className={classes['message']} dir="auto">
        {spam.message}
      </p>
      <p className={mails['why']}>
        {spam.reasons.map((reason) => t(`form.spam.reason.${reason}`)).join(' ')}
      </p>
      {canEdit && (
        <div className={mails['actions']}>
          <Take {...{ spam, formId }} label={`${t('form.spam.take')}: ${subject}`} />
        </div>
      )}
    </li>
  );
}

function Take({ spam, formId, label }: Omit<RowProps, 'canEdit'> & { label: string }) {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const navigate = useNavigate();
  const take = useMutation({
    mutationFn: () => call(acceptFormSpam, { params: { id: formId, spamId: spam.id }, body: {} }),
    onSuccess({ data: { number, ticket_id: id } }) {
      const open = {
        label: t('form.spam.open'),
        run: () => void navigate({ to: '/tickets/detail', search: { id } }),
      };
      toast(t('form.spam.taken', { number }), can('TICKETS:VIEW') ? { action: open } : {});
    },
    onError: (error) =>
      toast(t(errorCode(error) === 'not_found' ? 'form.spam.gone' : 'failed'), { kind: 'failed' }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(formId) }),
  });
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={take.isPending}
      aria-label={label}
      onClick={() => take.mutate()}
    >
      {t('form.spam.take')}
    </Button>
  );
}
