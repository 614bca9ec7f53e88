import { SegmentedControl } from '@mantine/core';
import type { DraftKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { DraftState } from '#shared/forms/draft-keeper.ts';
import classes from './composer.module.css';

type Props = { kind: DraftKind; state: DraftState; onChange: (kind: DraftKind) => void };

const WORDS = { unsaved: 'unsaved', saving: 'saving', saved: 'saved', failed: 'saveFailed' } as const;

/** The tabs for reply and note, and whether the draft is saved. */
export function ComposerTabs({ kind, state, onChange }: Props) {
  const { t } = useTranslation('tickets');
  return (
    <div className={classes['head']}>
      <SegmentedControl
        size="xs"
        aria-label={t('composer.label')}
        value={kind}
        onChange={onChange}
        data={[
          { value: 'reply', label: t('composer.reply') },
          { value: 'note', label: t('composer.note') },
        ]}
      />
      <span className={classes['saved']} data-state={state}>
        {state !== 'empty' && t(`composer.${WORDS[state]}`)}
      </span>
    </div>
  );
}
