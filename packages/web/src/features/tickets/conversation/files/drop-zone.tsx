import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../composer/composer.module.css';

type Props = {
  kind: 'reply' | 'note';
  fillsCorner: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

/** The composer's frame, on which files can be dropped anywhere. */
export function DropZone({ kind, fillsCorner, onFiles, children }: Props) {
  const { t } = useTranslation('tickets');
  const [dragging, setDragging] = useState(false);
  return (
    <div
      role="presentation"
      className={classes['composer']}
      data-kind={kind}
      data-fills-corner={fillsCorner || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <section aria-label={t('composer.label')}>{children}</section>
      {dragging && <div className={classes['drop']}>{t('composer.drop')}</div>}
    </div>
  );
}
