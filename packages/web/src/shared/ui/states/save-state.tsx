import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './save-state.module.css';

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'failed';

const ICONS = { saved: IconCheck, unsaved: IconPencil, saving: IconPencil, failed: IconAlertTriangle };

/** Shows whether the screen's changes are saved; nothing before anything was changed. */
export function SaveState({ status }: { status: SaveStatus }) {
  const { t } = useTranslation('shared');
  const [isTouched, setTouched] = useState(status !== 'saved');
  if (!isTouched && status !== 'saved') setTouched(true);
  const Sign = ICONS[status];
  return (
    <span className={classes['state']} data-status={status} role="status">
      {isTouched && (
        <>
          <Sign size={16} stroke={1.75} aria-hidden />
          {t(`save-state.${status}`)}
        </>
      )}
    </span>
  );
}
