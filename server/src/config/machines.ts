import * as v from 'valibot';
import { portOrOff, url } from './schemas.ts';

/** The variables of installations of several machines. */
export const machineVariables = {
  MACHINES_PORT: {
    schema: portOrOff,
    fallback: 'off',
    allowed: 'off, or a port number from 0 to 65535 (0: any free one), on which other machines reach this one',
  },
  MACHINE_HOST: {
    schema: v.pipe(v.string(), v.regex(/^[\w.:-]{1,253}$/)),
    fallback: undefined,
    allowed: 'the host name or IP address at which other machines reach this one, or nothing for its own host name',
  },
  JOIN_URL: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'the address of the panel that this machine joins, like https://panel.example.com, or nothing',
  },
  JOIN_TOKEN: {
    schema: v.pipe(v.string(), v.regex(/^[\w-]{40,90}\.[\w-]{43}$/)),
    fallback: undefined,
    allowed: 'the token of the page Machines, as it was copied, or nothing',
  },
} as const;

export type MachinesParsed = {
  MACHINES_PORT: number | null;
  MACHINE_HOST: string | undefined;
  JOIN_URL: string | undefined;
  JOIN_TOKEN: string | undefined;
};

export type MachinesConfig = {
  /** Where other machines reach this one; null for none. */
  machinesPort: number | null;
  /** At which name other machines reach that port; undefined: the host name. */
  machineHost: string | undefined;
  /** The panel that this machine joins; undefined: it is a machine with the database. */
  joinUrl: string | undefined;
  joinToken: string | undefined;
};

export const machinesConfig = (parsed: MachinesParsed): MachinesConfig => ({
  machinesPort: parsed.MACHINES_PORT,
  machineHost: parsed.MACHINE_HOST,
  joinUrl: parsed.JOIN_URL,
  joinToken: parsed.JOIN_TOKEN,
});
