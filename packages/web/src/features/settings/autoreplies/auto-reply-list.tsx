import { useNarrow } from '#shared/lib/use-narrow.ts';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { IconMessageReply } from '@tabler/icons-react';
import type { AutoReplyAccount, Reference } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { AccountItem } from '../account-kit/account-item.tsx';
import classes from '../widgets.module.css';
import { enabledKinds } from './reply-form.ts';

type Props = {
  accounts: readonly AutoReplyAccount[];
  departments: Reference['departments'];
  chosenId: number | undefined;
};

/** The accounts with the kinds of automatic replies that each has active. */
export function AutoReplyList({ accounts, departments, chosenId }: Props) {
  const { t } = useTranslation('settings/autoreplies');
  // On wide screens the empty state is shown in place of the editor.
  const isNarrow = useNarrow();
  return (
    <>
      <PageTitle title={t('title')} />
      {isNarrow && accounts.length === 0 && (
        <EmptyState icon={IconMessageReply} title={t('empty')} hint={t('empty-hint')} />
      )}
      <ul className={classes['list']}>
        {accounts.map(({ id, name, replies, ...account }) => (
          <AccountItem
            key={id}
            to="/settings/media_autoreplies"
            id={id}
            isChosen={id === chosenId}
            sign={<MediaGlyph media={account.media_id} />}
            name={name}
            line={
              enabledKinds(replies)
                .map((kind) => t(`kind.${kind}`))
                .join(', ') ||
              t('nothing', {
                department: departments.find(({ id: own }) => own === account.department_id)?.name,
              })
            }
            state={account.is_active ? undefined : { label: t('off') }}
          />
        ))}
      </ul>
    </>
  );
}
