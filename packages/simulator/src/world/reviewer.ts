import type { Meta } from '../meta/server.ts';
import type { WorldClock } from './clock.ts';
import { ignoreErrors } from '../customers/phone.ts';

const LOOKS_FOR_MS = 8000;
const ADVERTISES = /\b(offer|promo|discount|win|sale|diskon|menang|gratis|hadiah)\b/i;

/** Simulates WhatsApp's review of new templates, which rejects advertising in the wrong category. */
export function reviewTemplates(meta: Meta, clock: WorldClock): void {
  meta.world.looksAt = ({ name, language, category, components }) => {
    const advertises = category === 'UTILITY' && components.some(({ text = '' }) => ADVERTISES.test(text));
    clock.later(LOOKS_FOR_MS, () => {
      const [event, reason] = advertises ? ['REJECTED', 'INCORRECT_CATEGORY'] : ['APPROVED', 'NONE'];
      void ignoreErrors(meta.decide(name, language, event, reason));
    });
  };
}
