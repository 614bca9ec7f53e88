import type { Language } from '@trunkline/contract';
import { EN } from './demo-scenarios.en.ts';
import { ID } from './demo-scenarios.id.ts';
import type { DemoScenario } from './demo-scenario-types.ts';

export const SCENARIOS: Record<Language, readonly DemoScenario[]> = { en: EN, id: ID };

export const PRODUCTS = [
  'Baratza grinder',
  'V60 set',
  'Aeropress',
  'moka pot',
  'espresso machine',
  'gooseneck kettle',
  'French press',
  'digital scale',
];
export const CITIES = [
  'Jakarta',
  'Bandung',
  'Surabaya',
  'Denpasar',
  'Yogyakarta',
  'Medan',
  'Makassar',
  'Semarang',
  'Malang',
  'Bogor',
];

const FIRST = [
  'Rina',
  'Joko',
  'Siti',
  'Agus',
  'Putri',
  'Bayu',
  'Ayu',
  'Rizky',
  'Intan',
  'Hendra',
  'Wulan',
  'Fajar',
  'Nadia',
  'Yusuf',
  'Citra',
  'Emma',
  'James',
  'Olivia',
  'Daniel',
  'Grace',
  'Lucas',
  'Hannah',
  'Oscar',
  'Chloe',
  'Adam',
];
const LAST = [
  'Hartono',
  'Susanto',
  'Rahmawati',
  'Setiawan',
  'Maharani',
  'Nugroho',
  'Kusuma',
  'Halim',
  'Siregar',
  'Gunawan',
  'Miller',
  'Clarke',
  'Murphy',
  'Evans',
  'Fischer',
  'Lim',
  'Tan',
  'Anderson',
  'Walker',
  'Reyes',
];
const COMPANIES = [
  '',
  '',
  '',
  '',
  'Kedai Senja',
  'PT Cahaya Pagi',
  'CV Sinar Jaya',
  'Warung Biru',
  'Northside Roasters',
  'Morning Bar',
];

/** One of 200 different people, always the same one for the same number. The first 120 speak Indonesian. */
export function personNumber(n: number): {
  name: string;
  company: string;
  email: string;
  phone: string;
  language: Language;
} {
  const isIndonesian = n < 120;
  const first = FIRST[isIndonesian ? n % 15 : 15 + (n % 10)] ?? '';
  const last = LAST[isIndonesian ? Math.floor(n / 15) % 10 : 10 + (Math.floor(n / 10) % 10)] ?? '';
  return {
    name: `${first} ${last}`,
    company: COMPANIES[n % COMPANIES.length] ?? '',
    email: `${first}.${last}${n}@mail.example`.toLowerCase(),
    phone: `+62812${String(34_000_000 + n * 7919).slice(0, 8)}`,
    language: isIndonesian ? 'id' : 'en',
  };
}

/** Texts of the same template share a shortcut. */
export const TEMPLATES = [
  {
    name: 'Greeting',
    shortcut: 'hi',
    language: 'en',
    body: 'Hello {{customer.name}}, thanks for writing to us. I am {{agent.name}}. How can I help?',
  },
  {
    name: 'Salam pembuka',
    shortcut: 'hi',
    language: 'id',
    body: 'Halo Kak {{customer.name}}, terima kasih sudah menghubungi kami. Saya {{agent.name}}, ada yang bisa dibantu?',
  },
  {
    name: 'One moment',
    shortcut: 'moment',
    language: 'en',
    body: 'One moment please, I am looking that up for you.',
  },
  {
    name: 'Mohon tunggu',
    shortcut: 'moment',
    language: 'id',
    body: 'Mohon tunggu sebentar ya Kak, saya cek dulu.',
  },
  {
    name: 'Refund on its way',
    shortcut: 'refund',
    language: 'en',
    body: 'Your refund for ticket {{ticket.number}} is on its way. Banks usually take two working days.',
  },
  {
    name: 'Refund diproses',
    shortcut: 'refund',
    language: 'id',
    body: 'Pengembalian dana untuk tiket {{ticket.number}} sudah diproses. Biasanya masuk dalam dua hari kerja.',
  },
  {
    name: 'Goodbye',
    shortcut: 'bye',
    language: 'en',
    body: 'Thank you, {{customer.name}}. Have a good day, and a good cup!',
  },
  {
    name: 'Penutup',
    shortcut: 'bye',
    language: 'id',
    body: 'Terima kasih Kak {{customer.name}}. Selamat menikmati kopinya!',
  },
] as const;

export const MACROS = [
  {
    name: 'Ask for a photo of the damage',
    reply:
      'Hello {{customer.name}}, could you send us a photo of the damage and of the parcel? {{agent.name}}',
    status: 'pending',
    assignee: 'me',
    tags_added: 'damaged, photo asked',
  },
  {
    name: 'Wait for the roastery',
    note: 'Asked the roastery about {{ticket.number}}.',
    status: 'on_hold',
    tags_added: 'roastery',
  },
] as const;

/** Inactive, so that somebody who tries the workspace can first see what the rules would do. */
export const RULES = [
  {
    name: 'Customer waiting for 30 minutes',
    trigger: 'unanswered',
    minutes: 30,
    tags_added: 'waiting',
    tells_assignee: true,
  },
  {
    name: 'Resolution due within the hour',
    trigger: 'resolution_due',
    minutes: 60,
    note: 'This has to be solved within the hour.',
    tells_assignee: true,
  },
] as const;
