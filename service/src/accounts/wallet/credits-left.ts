import { currencies, type Money, money } from '../../base/money.js';
import { creditLeft, type WalletDocument } from './wallet.js';

/** What a wallet holds that no booking has taken, one amount for each currency that has some. */
export const creditsLeft = (wallet: Pick<WalletDocument, 'credits' | 'r'>): readonly Money[] =>
  currencies
    .map((currency) => money(currency, creditLeft(wallet, currency)))
    .filter(({ minor }) => minor > 0);
