import type { PhoneSetupItem, PhoneItemOf } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { durationText } from '#shared/lib/format.ts';
import classes from './phone-setup.module.css';
import { TargetName } from './fields/target-name.tsx';

type Props = {
  menu: PhoneItemOf<'menu'>;
  items: readonly PhoneSetupItem[];
  /** Ids of the menus above this one; a menu that leads back to one of them is not expanded again. */
  above?: readonly number[];
};

/** Shows what each key of a menu does, with the menus it leads to nested below. */
export function MenuTree({ menu, items, above = [] }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const prompt = items.find(({ id }) => id === menu.prompt_id);
  const path = [...above, menu.id];
  const menuAt = (id: number) =>
    items.find((item): item is PhoneItemOf<'menu'> => item.kind === 'menu' && item.id === id);
  return (
    <>
      {prompt ? t('line.says', { name: prompt.name }) : t('line.silent')}
      <ul className={classes['tree']}>
        {menu.options.map(({ key, target }) => {
          const next = target.to === 'menu' && !path.includes(target.id) ? menuAt(target.id) : undefined;
          return (
            <li key={key}>
              <kbd className={classes['key']}>{key}</kbd> <TargetName target={target} items={items} />
              {next && (
                <>
                  {' · '}
                  <MenuTree menu={next} items={items} above={path} />
                </>
              )}
            </li>
          );
        })}
        <li>
          {t('line.otherwise', { count: menu.tries, time: durationText(menu.timeout_seconds) })}{' '}
          <TargetName target={menu.otherwise} items={items} />
        </li>
      </ul>
    </>
  );
}
