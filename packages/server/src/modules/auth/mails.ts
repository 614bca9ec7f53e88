import { INVITATION_DAYS, type Language } from '@trunkline/contract';

type Mail = { subject: string; text: string };

type Words = {
  reset: (name: string, link: string) => Mail;
  invitation: (to: { name: string; username: string; organisation: string; link: string }) => Mail;
  moved: (name: string, email: string | null) => Mail;
};

const WORDS: Record<Language, Words> = {
  en: {
    reset: (name, link) => ({
      subject: 'Choose a new password',
      text: `Hello ${name},\n\nopen this link within an hour to choose a new password:\n${link}\n\nIf you did not request this, you can ignore this e-mail: nothing has changed.\n`,
    }),
    invitation: ({ name, username, organisation, link }) => ({
      subject: `Your account at ${organisation}`,
      text: `Hello ${name},\n\nyou now have an account at ${organisation}. Your user name is:\n${username}\n\nOpen this link within ${INVITATION_DAYS} days to choose your password:\n${link}\n\nIf you did not expect this invitation, you can ignore this e-mail.\n`,
    }),
    moved: (name, email) => ({
      subject: 'Your e-mail address was changed',
      text: `Hello ${name},\n\n${email === null ? 'your account no longer has an e-mail address' : `the e-mail address of your account is now ${email}`}. If you did not change it, tell your administrator immediately.\n`,
    }),
  },
  id: {
    reset: (name, link) => ({
      subject: 'Pilih kata sandi baru',
      text: `Halo ${name},\n\nbuka tautan ini dalam satu jam untuk memilih kata sandi baru:\n${link}\n\nJika Anda tidak memintanya, abaikan email ini: tidak ada yang berubah.\n`,
    }),
    invitation: ({ name, username, organisation, link }) => ({
      subject: `Akun Anda di ${organisation}`,
      text: `Halo ${name},\n\nAnda kini memiliki akun di ${organisation}. Nama pengguna Anda:\n${username}\n\nBuka tautan ini dalam ${INVITATION_DAYS} hari untuk memilih kata sandi:\n${link}\n\nJika Anda tidak mengharapkan undangan ini, abaikan email ini.\n`,
    }),
    moved: (name, email) => ({
      subject: 'Alamat email Anda diubah',
      text: `Halo ${name},\n\n${email === null ? 'akun Anda tidak lagi memiliki alamat email' : `alamat email akun Anda kini ${email}`}. Jika bukan Anda yang mengubahnya, segera beri tahu administrator Anda.\n`,
    }),
  },
};

/** The mails about accounts, in the user's language. */
export const accountMailTexts = (language: Language): Words => WORDS[language];
