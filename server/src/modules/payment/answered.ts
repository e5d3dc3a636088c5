import { PanelError } from '../../kernel/errors.ts';

/**
 * Asks the provider something where nothing is bought, and says so if it does not answer: the words of PAYMENT_UNAVAILABLE are those of a
 * purchase (spec §8). @throws PanelError PAYMENT_AWAY
 */
export async function answered<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof PanelError && error.code === 'PAYMENT_UNAVAILABLE')
      throw new PanelError('PAYMENT_AWAY', {}, {}, error);
    throw error;
  }
}
