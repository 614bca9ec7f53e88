import type { Language, SecondFactorRule, SignInProvider, SignInRule, Visibility } from '@trunkline/contract';
import '#platform/tables';

declare module '#platform/tables' {
  interface Tables {
    user_levels: {
      id: Auto<number>;
      name: string;
      visibility: Visibility;
      version: Auto<number>;
      second_factor: Auto<SecondFactorRule>;
      sign_in_rule: Auto<SignInRule>;
    };
    user_level_modules: {
      user_level_id: number;
      module_code: string;
      module_activity_code: string;
      is_active: Auto<boolean>;
    };
    users: {
      id: Auto<number>;
      username: string;
      fullname: string;
      email: string | null;
      password_hash: string;
      password_exp_date: Time | null;
      extension: Auto<string>;
      is_monitoring: Auto<boolean>;
      /** Null only for an erased user. */
      user_level_id: number;
      chat_capacity: Auto<number>;
      language: Auto<Language>;
      theme: Auto<'light' | 'dark' | 'system'>;
      sounds: Json<Record<string, number>>;
      is_active: Auto<boolean>;
      version: Auto<number>;
      reset_links: Auto<number>;
      reset_links_since: AutoTime;
      browsers_known_since: AutoTime;
      invited_at: Time | null;
      invitation_expires_at: Time | null;
      created_at: AutoTime;
      erased_at: Time | null;
    };
    user_departments: { user_id: number; department_id: number };
    sessions: {
      id: Auto<number>;
      user_id: number;
      token_hash: Buffer;
      created_at: AutoTime;
      last_seen_at: AutoTime;
      expires_at: Time;
      seen_id: number | null;
      seen_until: Time | null;
      revoked_at: Time | null;
      address: string;
      user_agent: string;
      second_factor: Auto<boolean>;
      provider_id: number | null;
      provider_subject: string | null;
      provider_sid: string | null;
      sealed_id_token: string | null;
    };
    second_factors: {
      user_id: number;
      sealed_secret: Auto<string | null>;
      enabled_at: Time | null;
      sealed_pending: string | null;
      pending_until: Time | null;
      last_step: Auto<number>;
    };
    recovery_codes: { user_id: number; code_hash: string; used_at: Time | null };
    passkeys: {
      id: Auto<number>;
      user_id: number;
      credential_id: string;
      public_key: Buffer;
      counter: number;
      rp_id: string;
      name: string;
      transports: Auto<string[]>;
      created_at: Time;
      last_used_at: Time | null;
    };
    sign_in_providers: {
      id: Auto<number>;
      version: Auto<number>;
      name: string;
      issuer: string;
      client_id: string;
      sealed_secret: Auto<string>;
      scopes: string;
      trusts_addresses: Auto<boolean>;
      is_two_factor: Auto<boolean>;
      is_active: Auto<boolean>;
      level_claim: Auto<string>;
      levels: Json<SignInProvider['levels']>;
      other_level_id: number | null;
      creates_accounts: Auto<boolean>;
      email_domains: Auto<string[]>;
      new_level_id: number | null;
      department_claim: Auto<string>;
      departments: Json<SignInProvider['departments']>;
      missing_claims: Auto<string[]>;
      missing_at: Time | null;
    };
    user_identities: {
      issuer: string;
      subject: string;
      provider_id: number;
      user_id: number;
      linked_at: Time;
    };
    sign_in_challenges: {
      token_hash: Buffer;
      kind: string;
      user_id: number | null;
      data: Json<unknown>;
      created_at: Time;
      expires_at: Time;
    };
    api_keys: {
      id: Auto<number>;
      name: string;
      token_hash: Buffer;
      prefix: string;
      codes: string[];
      user_id: number;
      created_at: Time;
      last_used_at: Time | null;
      expires_at: Time | null;
      revoked_at: Time | null;
    };
    login_failures: {
      scope: string;
      failures: number;
      last_failure_at: Time;
      locked_until: Time | null;
    };
    password_resets: {
      token_hash: Buffer;
      user_id: number;
      expires_at: Time;
      used_at: Time | null;
      kind: Auto<'reset' | 'invitation'>;
    };
  }
}
