import { ApiError } from '#shared/api/api-error.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Menu, SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import {
  LANGUAGES,
  limitReplyKinds,
  staleAutoRepliesDetails,
  type AutoReplies,
  type AutoReplyAccount,
  type Language,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavedForm } from '#shared/forms/use-saved-form.ts';
import { EditorFrame } from '../account-kit/editor-frame.tsx';
import classes from '../widgets.module.css';
import { changeReplies, cacheReplies } from './api.ts';
import own from './autoreplies.module.css';
import { replyProblems } from './reply-form.ts';
import { ReplySection } from './reply-section.tsx';

type Props = {
  account: AutoReplyAccount;
  /** Accounts whose replies can be copied. */
  others: readonly AutoReplyAccount[];
  department: string;
  canEdit: boolean;
};

/** The automatic replies of one account. */
export function AutoReplyEditor({ account, others, department, canEdit }: Props) {
  const { t, i18n } = useTranslation('settings/autoreplies');
  const { t: settings } = useTranslation('settings');
  const [language, setLanguage] = useState<Language>(
    () => LANGUAGES.find((each) => each === i18n.language) ?? LANGUAGES[0],
  );
  const { isStale, save } = useSave(account);
  const { draft, problems, error, bar } = useSavedForm({
    key: `auto-replies ${account.id}`,
    saved: account.replies,
    problemsOf: replyProblems,
    send: save,
  });
  const replies = draft.value;
  return (
    <EditorFrame
      name={account.name}
      canEdit={canEdit}
      record={{ about: 'auto-replies', subject: `account ${account.id}` }}
      bar={bar}
      error={error && (isStale && error === 'failed' ? t('stale') : settings(error))}
      actions={
        canEdit &&
        others.length > 0 && (
          <CopyMenu others={others} onCopy={(copied) => draft.set(limitReplyKinds(copied, account.kinds))} />
        )
      }
    >
      {!account.is_active && <Notice kind="info">{t('account-off')}</Notice>}
      <div className={own['language']}>
        <SegmentedControl
          aria-label={t('language')}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: settings(`app.languages.${value}`) }))}
          onChange={setLanguage}
        />
        <p className={classes['dim']}>{t('language-hint')}</p>
      </div>
      <fieldset disabled={!canEdit} className={classes['sections']}>
        {account.kinds.map((kind) => (
          <ReplySection
            key={kind}
            kind={kind}
            language={language}
            replies={replies}
            problems={problems}
            department={department}
            onChange={(patch) => draft.set({ ...replies, [kind]: { ...replies[kind], ...patch } })}
          />
        ))}
      </fieldset>
    </EditorFrame>
  );
}

/**
 * Returns the function that saves the replies, with Undo in its toast. After a conflict the other version is shown
 * below what was typed.
 */
function useSave(account: AutoReplyAccount) {
  const { t } = useTranslation('settings/autoreplies');
  const [isStale, setStale] = useState(false);
  async function save(replies: AutoReplies): Promise<void> {
    setStale(false);
    try {
      const saved = await changeReplies(account, replies);
      const undo = () =>
        changeReplies(saved, account.replies).then(
          () => toast(t('undone')),
          () => toast(t('not-undone'), { kind: 'failed' }),
        );
      toast(t('saved', { name: account.name }), {
        action: { label: t('undo'), run: () => void undo() },
      });
    } catch (failure) {
      const details = staleAutoRepliesDetails.safeParse(failure instanceof ApiError ? failure.details : null);
      setStale(details.success);
      if (details.success) cacheReplies(details.data.current);
      throw failure;
    }
  }
  return { isStale, save };
}

function CopyMenu({
  others,
  onCopy,
}: {
  others: readonly AutoReplyAccount[];
  onCopy: (replies: AutoReplies) => void;
}) {
  const { t } = useTranslation('settings/autoreplies');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}>
          {t('copy')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ id, name, replies }) => (
          <Menu.Item key={id} onClick={() => onCopy(replies)}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
