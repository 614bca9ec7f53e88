import { IconArrowBackUp, IconExternalLink, IconPhone } from '@tabler/icons-react';
import type { TemplateContent } from '@trunkline/contract';
import classes from './template-parts.module.css';

type TemplateParts = Omit<TemplateContent, 'body'>;
const SIGNS = { quick_reply: IconArrowBackUp, url: IconExternalLink, phone: IconPhone, other: null } as const;

/** The header of a template. */
export function TemplateHead({ header }: Pick<TemplateParts, 'header'>) {
  return header.text ? <strong dir="auto">{header.text}</strong> : null;
}

/** The footer and the buttons of a template. */
export function TemplateFoot({ footer, buttons }: Pick<TemplateParts, 'footer' | 'buttons'>) {
  return (
    <>
      {footer && (
        <span className={classes['dim']} dir="auto">
          {footer}
        </span>
      )}
      <Buttons buttons={buttons} />
    </>
  );
}

type ButtonsProps = Pick<TemplateParts, 'buttons'> & { label?: string };

/** Buttons of a template; only the customer can press them, so they are plain text here. */
export function Buttons({ buttons, label }: ButtonsProps) {
  if (buttons.length === 0) return null;
  return (
    <ul className={classes['buttons']} aria-label={label}>
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
  );
}
