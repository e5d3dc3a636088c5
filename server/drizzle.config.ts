import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` compares the schema with the migrations and writes the next one. */
export default defineConfig({ dialect: 'postgresql', schema: './src/db/schema/*.table.ts', out: './migrations' });
