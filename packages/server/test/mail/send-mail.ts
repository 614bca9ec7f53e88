import nodemailer from 'nodemailer';

/** Sends an e-mail by the SMTP server on this port of loopback, as a person's mail program does. */
export async function sendMail(
  port: number,
  mail: { from: string; to: string; subject: string; text: string },
): Promise<void> {
  await nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail(mail);
}
