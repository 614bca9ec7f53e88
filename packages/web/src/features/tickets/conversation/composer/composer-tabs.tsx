import { SegmentedControl } from '@mantine/core';
import type { DraftKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { DraftState } from '#shared/forms/draft-keeper.ts';
import classes from './composer.module.css';

type Props = {
  kinds: readonly DraftKind[];
  kind: DraftKind;
  state: DraftState;
  onChange: (kind: DraftKind) => void;
};

const WORDS = { unsaved: 'unsaved', saving: 'saving', saved: 'saved', failed: 'saveFailed' } as const;

/** The tabs for reply and note, where one may write both, and whether the draft is saved. */
export function ComposerTabs({ kinds, kind, state, onChange }: Props) {
  const { t } = useTranslation('tickets');
  return (
    <div className={classes['head']}>
      {kinds.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label={t('composer.label')}
          value={kind}
          onChange={onChange}
          data={kinds.map((value) => ({ value, label: t(`composer.${value}`) }))}
        />
      ) : (
        <span className={classes['only']}>{t(`composer.${kind}`)}</span>
      )}
      <span className={classes['saved']} data-state={state}>
        {state !== 'empty' && t(`composer.${WORDS[state]}`)}
      </span>
    </div>
  );
}
