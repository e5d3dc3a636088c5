import { queryOf } from '@panel/core';
import { sslRead } from './ssl.reads.ts';

export const sslQuery = (id: string) => queryOf(sslRead(id));
