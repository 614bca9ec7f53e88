import type { Guide } from '../world/guides.ts';
import { make } from './show.ts';
import { languageNow } from './words.ts';

const EN = {
  title: 'Providers',
  about:
    'Stands for the pages of Meta, Twilio and an operator. In Trunkline open Messaging accounts, choose “New account”, and type what stands here. Then enter here what its guide shows.',
  phones: 'Customers’ phones',
  address: 'Callback URL',
  token: 'Verify token',
  verify: 'Verify and save',
  saved: 'Saved. Test the account in Trunkline, then write from a phone.',
  nothing: 'Nothing else to enter: Trunkline connects to the operator.',
};
const ID: typeof EN = {
  title: 'Penyedia',
  about:
    'Pengganti halaman Meta, Twilio, dan operator. Di Trunkline buka Akun pesan, pilih “Akun baru”, dan ketik yang tertulis di sini. Lalu masukkan di sini yang ditunjukkan panduannya.',
  phones: 'Ponsel pelanggan',
  address: 'URL callback',
  token: 'Token verifikasi',
  verify: 'Verifikasi dan simpan',
  saved: 'Tersimpan. Uji akunnya di Trunkline, lalu tulis dari sebuah ponsel.',
  nothing: 'Tidak ada lagi yang dimasukkan: Trunkline menghubungi operator.',
};
const language = languageNow();
const words = language === 'id' ? ID : EN;

function card({ channel, name, values, asks }: Guide): HTMLElement {
  const list = values.map(({ label, value }) =>
    make('div', {}, make('dt', {}, label), make('dd', {}, make('code', {}, value))),
  );
  const form = asks === 'nothing' ? make('p', {}, words.nothing) : webhookForm(channel, asks);
  return make(
    'article',
    { class: 'provider', 'aria-label': name },
    make('h2', {}, name),
    make('dl', {}, ...list),
    form,
  );
}

function webhookForm(channel: Guide['channel'], asks: Guide['asks']): HTMLElement {
  const field = (key: 'address' | 'token') =>
    make('input', { id: `${channel}-${key}`, required: true, autocomplete: 'off' });
  const [address, token] = [field('address'), asks === 'address and token' ? field('token') : null];
  const notice = make('p', { role: 'status' });
  async function save(): Promise<void> {
    const response = await fetch(`/providers/${channel}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: address.value.trim(), token: token?.value.trim() ?? '' }),
    });
    const { message = '' } = (await response.json()) as { message?: string };
    notice.textContent = response.ok ? words.saved : message;
  }
  return make(
    'form',
    { class: 'new', onsubmit: (event) => (event.preventDefault(), void save()) },
    make('label', { for: address.id }, words.address),
    address,
    token && make('label', { for: token.id }, words.token),
    token,
    make('button', { type: 'submit', class: 'main' }, words.verify),
    notice,
  );
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const setColours = () =>
  (document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light');
dark.addEventListener('change', setColours);
setColours();
document.documentElement.lang = language;
document.title = words.title;
const guides = (await (await fetch('/guides')).json()) as Guide[];
document.body.replaceChildren(
  make(
    'header',
    { class: 'top' },
    make('div', {}, make('h1', {}, words.title), make('p', {}, words.about)),
    make('a', { class: 'button', href: '/' }, words.phones),
  ),
  make('main', { class: 'providers' }, ...guides.map(card)),
);
