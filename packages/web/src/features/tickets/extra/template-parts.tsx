import { IconArrowBackUp, IconExternalLink, IconPhone } from '@tabler/icons-react';
import type { TemplateContent } from '@trunkline/contract';
import classes from './extra.module.css';

type Around = Omit<TemplateContent, 'body'>;
const SIGNS = { quick_reply: IconArrowBackUp, url: IconExternalLink, phone: IconPhone, other: null } as const;

/** What stands above the words of a template. */
export function TemplateHead({ header }: Pick<Around, 'header'>) {
  return header.text ? <strong dir="auto">{header.text}</strong> : null;
}

/** What stands below them: buttons that only the customer can press. */
export function TemplateFoot({ footer, buttons }: Pick<Around, 'footer' | 'buttons'>) {
  return (
    <>
      {footer && (
        <span className={classes['dim']} dir="auto">
          {footer}
        </span>
      )}
      {buttons.length > 0 && (
        <ul className={classes['buttons']}>
          {buttons.map(({ kind, text, value }, at) => {
            const Sign = SIGNS[kind];
            return (
              <li key={at} title={value || undefined}>
                {Sign && <Sign size={14} stroke={1.75} aria-hidden />}
                <bdi>{text}</bdi>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
