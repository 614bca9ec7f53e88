import { ChangesSection } from '#shared/audit/subject-changes.tsx';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../widgets.module.css';

type Props = {
  name: string;
  canEdit: boolean;
  bar: Omit<ComponentProps<typeof SaveBar>, 'canEdit'>;
  /** Why it is not saved, in words. */
  error: string | null;
  /** Leaves a record that does not exist yet; undefined for one that does. */
  onLeave?: (() => void) | undefined;
  /** Names the saved record in the audit log, whose entries follow the sections. */
  record: { about: string; subject: string | number | undefined };
  /** Stands beside the buttons to save. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The editor of one mailbox, account, widget or form: its name and its save bar stay, its sections scroll. */
export function EditorFrame({ name, canEdit, bar, error, onLeave, record, actions, children }: Props) {
  const { t } = useTranslation('settings');
  // On phones the editor is the whole page, so its name is the page's heading.
  const Name = useNarrow() ? 'h1' : 'h2';
  const sections = useRef<HTMLDivElement>(null);
  const isNew = onLeave !== undefined;
  // Whoever opened the form of a new record goes on in its first field.
  useEffect(() => {
    if (isNew) sections.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isNew]);
  return (
    <div className={classes['editor']}>
      <div className={classes['bar']}>
        <Name>
          <bdi>{name}</bdi>
        </Name>
        {onLeave && (
          <Button variant="default" onClick={onLeave}>
            {t('close')}
          </Button>
        )}
        {actions}
        <SaveBar canEdit={canEdit} {...bar} />
      </div>
      <div ref={sections} className={classes['scroll']}>
        {error !== null && <Notice kind="failed">{error}</Notice>}
        {children}
        {record.subject !== undefined && (
          <div className={classes['sections']} data-apart>
            <ChangesSection about={record.about} subject={record.subject} />
          </div>
        )}
      </div>
    </div>
  );
}
