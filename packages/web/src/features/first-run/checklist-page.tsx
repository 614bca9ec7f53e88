import { useSession } from '#shared/api/session.ts';
import { setupQuery } from '#shared/api/setup.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleCheckFilled, IconCircleMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChecklistItem, SetupState } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { changeSetup } from './api.ts';
import { useRefusal } from './use-refusal.ts';
import classes from './setup.module.css';

const LINKS = {
  hours: '/settings/office_hours',
  channel: '/configurasi/config_media_chat',
  mailbox: '/configurasi/config',
  outgoing_mail: '/configurasi/config_app',
  colleagues: '/settings/users',
  wrap_up: '/settings/departments',
  categories: '/settings/categories',
  backup: '/settings/backup',
} as const satisfies Record<ChecklistItem, string>;

/** Names a period, because `/` without one shows this page. */
const DASHBOARD = { range: 'today' } as never;

/** Lists what a new workspace still needs, each with a link to its page. */
export function ChecklistPage() {
  const { t } = useTranslation('first-run');
  const { can } = useSession();
  const refusal = useRefusal();
  const setup = useQuery(setupQuery);
  const change = useMutation({ mutationFn: changeSetup });
  if (setup.isError) return <ErrorState isPage error={setup.error} onRetry={() => void setup.refetch()} />;
  if (!setup.data) return <Skeletons rows={7} height={52} />;
  const { items, is_hidden: isHidden, step } = setup.data;
  const ready = items.filter(({ is_done: isDone, is_dismissed: isDismissed }) => isDone || isDismissed);
  const dismissed = items.filter(({ is_dismissed: isDismissed }) => isDismissed).map(({ item }) => item);
  const setDismissed = (item: ChecklistItem, isDismissed: boolean) =>
    change.mutate({
      dismissed: isDismissed ? [...dismissed, item] : dismissed.filter((each) => each !== item),
    });
  return (
    <div className={classes['page']}>
      <PageTitle
        title={t('checklist.title')}
        note={t('checklist.count', { done: ready.length, all: items.length })}
      >
        {can('DASHBOARD_TICKET:VIEW') && (
          <Button component={Link} to="/" search={DASHBOARD} variant="default">
            {t('checklist.dashboard')}
          </Button>
        )}
        {ready.length < items.length && (
          <Button variant="default" onClick={() => change.mutate({ is_hidden: !isHidden })}>
            {t(isHidden ? 'checklist.show' : 'checklist.hide')}
          </Button>
        )}
      </PageTitle>
      <div className={classes['scroll']}>
        {change.error && <Notice kind="failed">{refusal(change.error)}</Notice>}
        {step !== 'done' && (
          <Notice
            actions={
              <Button component={Link} to="/setup" size="xs">
                {t('checklist.wizard-open')}
              </Button>
            }
          >
            {t('checklist.wizard')}
          </Notice>
        )}
        {ready.length === items.length && (
          <EmptyState icon={IconCircleCheck} title={t('checklist.done')} hint={t('checklist.done-hint')} />
        )}
        <ul className={classes['items']}>
          {items.map((each) => (
            <Item key={each.item} {...each} onDismiss={(isOff) => setDismissed(each.item, isOff)} />
          ))}
        </ul>
      </div>
    </div>
  );
}

type ItemProps = SetupState['items'][number] & { onDismiss: (isDismissed: boolean) => void };

function Item({ item, is_done: isDone, is_dismissed: isDismissed, onDismiss }: ItemProps) {
  const { t } = useTranslation('first-run');
  const name = t(`checklist.item.${item}.title`);
  const state = isDone ? 'done' : isDismissed ? 'dismissed' : 'open';
  const Sign = { done: IconCircleCheckFilled, dismissed: IconCircleMinus, open: IconCircle }[state];
  return (
    <li className={classes['item']} data-done={isDone || undefined}>
      <Sign
        size={20}
        stroke={1.75}
        className={classes['sign']}
        role="img"
        aria-label={t(`checklist.state.${state}`)}
      />
      <div className={classes['what']}>
        <h2>{name}</h2>
        <p className={classes['dim']}>{t(`checklist.item.${item}.hint`)}</p>
      </div>
      <div className={classes['acts']}>
        {!isDone && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={t(isDismissed ? 'checklist.needed-item' : 'checklist.dismiss-item', { name })}
            onClick={() => onDismiss(!isDismissed)}
          >
            {t(isDismissed ? 'checklist.needed' : 'checklist.dismiss')}
          </Button>
        )}
        <Button
          component={Link}
          to={LINKS[item]}
          {...(item === 'outgoing_mail' && { hash: 'outgoing-mail' })}
          variant="default"
          size="xs"
          aria-label={t('checklist.open-item', { name })}
        >
          {t('checklist.open-page')}
        </Button>
      </div>
    </li>
  );
}
