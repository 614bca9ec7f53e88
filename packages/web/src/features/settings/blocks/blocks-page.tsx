import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listBlocks, listRefusedMessages, type Block } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import { useBlocking } from '#shared/blocking/use-blocking.ts';
import { minuteTime } from '#shared/lib/format.ts';
import { useKeptFocus } from '#shared/lib/keys/use-kept-focus.ts';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import classes from './blocks.module.css';

/** Everybody whose messages and calls are refused, what was refused, and the way back. */
export function BlocksPage() {
  const { t } = useTranslation('settings/blocks');
  const { data, error, refetch } = useQuery({
    queryKey: ['blocks', 'all'],
    queryFn: async ({ signal }) => (await call(listBlocks, { signal })).data,
    staleTime: 0,
  });
  const part = useRef<HTMLDivElement>(null);
  useKeptFocus(part);
  return (
    <div className={classes['page']}>
      <PageTitle title={t('title')} />
      <div ref={part} tabIndex={-1} className={classes['scroll']}>
        <p className={classes['hint']}>{t('hint')}</p>
        {!data && !error && <Skeletons rows={6} height={44} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <EmptyState icon={IconBan} title={t('empty')} hint={t('empty-hint')} />}
        {data && data.length > 0 && (
          <ul className={classes['rows']} aria-label={t('title')}>
            {data.map((block) => (
              <Row key={block.id} block={block} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Row({ block }: { block: Block }) {
  const { t } = useTranslation('settings/blocks');
  const { t: words } = useTranslation('shared/blocking');
  const { t: shared } = useTranslation('shared');
  const { unblock, isBusy } = useBlocking();
  const [isOpen, setOpen] = useState(false);
  const { value, media_id: media, name, user, refused, last_refused_at: last } = block;
  const what = media === null ? value : words('contact', { channel: shared(`media.${media}`) });
  const by = { name: user?.name ?? t('gone'), time: minuteTime(block.created_at) };
  return (
    <li>
      <div className={classes['line']}>
        <span className={classes['what']} dir="auto">
          <strong>{what}</strong> {name}
        </span>
        {refused > 0 && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('refused', { count: refused })}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-label={words('unblock', { what })}
          onClick={() => unblock(block.id, what)}
        >
          {t('unblock')}
        </Button>
      </div>
      <p className={classes['hint']}>
        {t('by', by)}
        {last !== null && ` · ${t('last', { time: minuteTime(last) })}`}
      </p>
      {isOpen && <Refusals id={block.id} />}
    </li>
  );
}

function Refusals({ id }: { id: number }) {
  const { t } = useTranslation('settings/blocks');
  const { t: shared } = useTranslation('shared');
  const { data, error, refetch } = useQuery({
    queryKey: ['blocks', 'refusals', id],
    queryFn: async ({ signal }) => (await call(listRefusedMessages, { params: { id }, signal })).data,
    staleTime: 0,
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null;
  if (data.length === 0) return <p className={classes['hint']}>{t('forgotten')}</p>;
  return (
    <ul className={classes['refusals']}>
      {data.map(({ id: one, media_id: media, body, at }) => (
        <li key={one}>
          <small>
            {shared(`media.${media}`)} · {minuteTime(at)}
          </small>
          <span dir="auto">{body}</span>
        </li>
      ))}
    </ul>
  );
}
