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
      text: `Hello ${name},\n\nopen this link within an hour to choose a new password:\n${link}\n\nIf you did not ask for it, nothing has changed and you need do nothing.\n`,
    }),
    invitation: ({ name, username, organisation, link }) => ({
      subject: `Your account at ${organisation}`,
      text: `Hello ${name},\n\nyou now have an account at ${organisation}. Your user name is:\n${username}\n\nOpen this link within ${INVITATION_DAYS} days to choose your password:\n${link}\n\nIf you don't know what this is about, you need do nothing.\n`,
    }),
    moved: (name, email) => ({
      subject: 'Your e-mail address was changed',
      text: `Hello ${name},\n\nyour ${email === null ? 'account has no address any more' : `account is now reached at ${email}`}. If that was not you, tell your administrator at once.\n`,
    }),
  },
  id: {
    reset: (name, link) => ({
      subject: 'Pilih kata sandi baru',
      text: `Halo ${name},\n\nbuka tautan ini dalam satu jam untuk memilih kata sandi baru:\n${link}\n\nJika Anda tidak memintanya, tidak ada yang berubah dan Anda tidak perlu melakukan apa pun.\n`,
    }),
    invitation: ({ name, username, organisation, link }) => ({
      subject: `Akun Anda di ${organisation}`,
      text: `Halo ${name},\n\nAnda kini memiliki akun di ${organisation}. Nama pengguna Anda:\n${username}\n\nBuka tautan ini dalam ${INVITATION_DAYS} hari untuk memilih kata sandi:\n${link}\n\nJika Anda tidak mengenal pesan ini, Anda tidak perlu melakukan apa pun.\n`,
    }),
    moved: (name, email) => ({
      subject: 'Alamat e-mail Anda diubah',
      text: `Halo ${name},\n\n${email === null ? 'akun Anda tidak lagi memiliki alamat' : `akun Anda kini dihubungi melalui ${email}`}. Jika bukan Anda yang mengubahnya, segera beri tahu administrator Anda.\n`,
    }),
  },
};

/** The mails about accounts, in the user's language. */
export const mailsIn = (language: Language): Words => WORDS[language];
