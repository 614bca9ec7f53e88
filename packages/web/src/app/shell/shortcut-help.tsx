import { releaseKeys } from '#shared/lib/keys/held-keys.ts';
import { useRegisteredShortcuts, type Shortcut } from '#shared/lib/keys/shortcuts.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { Kbd } from '#shared/ui/marks/kbd.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shortcut-help.module.css';

/** Lists every shortcut that works on this page, grouped by subject. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const groups = grouped(useRegisteredShortcuts());
  useEffect(() => void releaseKeys(), []);
  return (
    <Dialog onClose={onClose} title={t('help.title')} width={900}>
      <div className={classes['groups']}>
        {groups.map(([group, shortcuts]) => (
          <section key={group} className={classes['group']}>
            <h3>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.key} className={classes['row']}>
                  <dt>{shortcut.description}</dt>
                  <dd>
                    <Kbd keys={shortcut.key} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function grouped(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts)
    groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut]);
  return [...groups];
}
