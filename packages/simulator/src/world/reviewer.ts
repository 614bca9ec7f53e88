import type { Meta } from '../meta/server.ts';
import type { WorldClock } from './clock.ts';
import { ignoreErrors } from '../customers/phone.ts';

const LOOKS_FOR_MS = 8000;
const ADVERTISES = /\b(offer|promo|discount|win|sale|diskon|menang|gratis|hadiah)\b/i;

/** Somebody at WhatsApp looks at new templates, and lets nobody advertise under another name. */
export function reviewTemplates(meta: Meta, clock: WorldClock): void {
  meta.world.looksAt = ({ name, language, category, components }) => {
    const advertises = category === 'UTILITY' && components.some(({ text = '' }) => ADVERTISES.test(text));
    clock.later(LOOKS_FOR_MS, () => {
      const [event, reason] = advertises ? ['REJECTED', 'INCORRECT_CATEGORY'] : ['APPROVED', 'NONE'];
      void ignoreErrors(meta.decide(name, language, event, reason));
    });
  };
}
