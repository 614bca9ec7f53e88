import { hasDovecot } from '@trunkline/simulator';

export {
  freePort,
  hasDovecot,
  MAIL_PASSWORD,
  startDovecot,
  untilListening,
  type Dovecot,
} from '@trunkline/simulator';

if (!hasDovecot) process.stderr.write('Dovecot is not installed: tests with a real mailbox are SKIPPED.\n');
