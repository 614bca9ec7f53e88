import { useRouter } from '@tanstack/react-router';
import { MODULES } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { groupsOf, hasActivity, type LevelForm } from './level-form.ts';
import classes from './levels.module.css';
import { useWords } from './use-words.ts';

/** The menu as users of the role see it. */
export function MenuPreview({ form, codes }: { form: LevelForm; codes: readonly string[] }) {
  const { t } = useTranslation('people/levels');
  const { routesByPath } = useRouter();
  const words = useWords();
  const open = MODULES.filter(
    ({ code, link }) =>
      Object.hasOwn(routesByPath, link) &&
      codes.includes(`${code}:VIEW`) &&
      hasActivity(form, { code, activity: 'VIEW' }),
  );
  const groups = groupsOf(open.map(({ code }) => `${code}:VIEW`));
  return (
    <section className={classes['preview']} aria-labelledby="role-menu">
      <h2 id="role-menu">{t('preview')}</h2>
      {groups.length === 0 && <p className={classes['dim']}>{t('preview-empty')}</p>}
      {groups.map(({ group, rows }) => (
        <div key={`${group} ${rows[0]?.code}`}>
          {group !== '' && <h3>{words.group(group)}</h3>}
          <ul>
            {rows.map(({ code }) => (
              <li key={code}>{words.page(code)}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
