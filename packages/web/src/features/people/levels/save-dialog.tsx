import { useSession } from '#shared/api/session.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import type { Level } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { Changes } from './level-form.ts';
import classes from './levels.module.css';
import { useWords } from './use-words.ts';

type Props = {
  level: Level;
  changes: Changes;
  isSaving: boolean;
  onSave: () => void;
  onClose: () => void;
};

/** Confirms a change of a role: what changes, and for how many users. */
export function SaveDialog({ level, changes, isSaving, onSave, onClose }: Props) {
  const { t } = useTranslation('people/levels');
  const { user } = useSession();
  const { gained, lost, visibility, secondFactor, signIn } = changes;
  const isOwn = user.user_level_id === level.id;
  const { active } = level.people;
  return (
    <Dialog title={t('confirm-title', { name: level.name })} onClose={onClose}>
      <div className={classes['fields']}>
        <p className={classes['sentence']}>
          {active === 0 ? t('confirm-nobody') : t('confirm', { count: active })}
        </p>
        {isOwn && lost.length > 0 && (
          <Notice kind="warning">{t(lost.includes('USERS:EDIT') ? 'own-edit' : 'own-lost')}</Notice>
        )}
        <dl className={classes['changes']}>
          {visibility && (
            <>
              <dt>{t('sees')}</dt>
              <dd>
                {t('from-to', {
                  from: t(`visibility.${visibility.from}`),
                  to: t(`visibility.${visibility.to}`),
                })}
              </dd>
            </>
          )}
          {secondFactor && (
            <>
              <dt>{t('second-factor')}</dt>
              <dd>{t(`second-factor-change.${secondFactor}`)}</dd>
            </>
          )}
          {signIn && (
            <>
              <dt>{t('sign-in')}</dt>
              <dd>{t(`sign-in-change.${signIn}`)}</dd>
            </>
          )}
          <Codes title={t('lost')} codes={lost} />
          <Codes title={t('gained')} codes={gained} />
        </dl>
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={isSaving} onClick={onSave} data-autofocus>
            {t('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Codes({ title, codes }: { title: string; codes: readonly string[] }) {
  const words = useWords();
  if (codes.length === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      {codes.map((code) => (
        <dd key={code}>{words.permission(code)}</dd>
      ))}
    </>
  );
}
