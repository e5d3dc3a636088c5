import type { PaymentPort } from './payment-port.ts';

/** The keys of an account; those of a partner are sealed wherever they are stored. */
export type AccountKeys = { secretKey: string; publishableKey: string; webhookSecret: string | undefined };

/** What the provider says about the account of a key. */
export type AccountFacts = {
  account: string;
  name: string;
  country: string;
  /** Lowercase, as Stripe writes it. */
  currency: string;
  isTest: boolean;
  /** In test mode always. */
  canCharge: boolean;
};

/** Where the provider sends the events of an account. */
export type AccountWebhook = { id: string; secret: string };

/** The account of a key at the provider. @throws PanelError PAYMENT_AWAY, KeyRefused */
export type AccountPort = {
  facts(): Promise<AccountFacts>;
  /** Whether a publishable key is of the same account and mode. */
  fits(publishableKey: string): Promise<boolean>;
  /** The currencies that accounts of a country take, lowercase; null if the key may not ask for them. */
  currenciesOf(country: string): Promise<readonly string[] | null>;
  openWebhook(url: string): Promise<AccountWebhook>;
  /** Removes endpoints at this address that nobody has the secret of; all but this one. */
  tidyWebhooks(url: string, keep: string): Promise<void>;
  /** Lets an endpoint send to this address, also one that was turned off. Returns whether it is there. */
  keepWebhook(id: string, url: string): Promise<boolean>;
  closeWebhook(id: string): Promise<void>;
};

/** The provider does not do anything for a key, or not what was asked. */
export class KeyRefused extends Error {
  readonly problem: 'key_refused' | 'permission_missing';
  constructor(problem: 'key_refused' | 'permission_missing', cause?: unknown) {
    super(`The payment provider refuses a key: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** What accounts of partners are opened with, in this process. */
export type PaymentAccounts = {
  /** Whether it is Stripe itself; a processor of the installation takes test keys alone. */
  isStripe: boolean;
  /** Of a processor without a script for browsers; null for Stripe. */
  cardForm: string | null;
  /** Calls for customers. `refused` is called whenever the provider refuses the key. */
  open(account: string, keys: AccountKeys, refused: (problem: KeyRefused['problem']) => void): Promise<PaymentPort>;
  /** Calls about the account itself. */
  look(secretKey: string): Promise<AccountPort>;
};
