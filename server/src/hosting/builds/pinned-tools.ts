import type { PackageManager } from '@panel/contract';

/** A package of the npm registry with its digest, and the programs in it. */
export type Pinned = { name: string; version: string; integrity: string; bin: Readonly<Record<string, string>> };
export type ToolName = PackageManager | 'yarn-berry';

const node = (cpu: string, version: string, integrity: string): Pinned => ({
  ...{ name: `node-linux-${cpu}`, version, integrity, bin: {} },
});

/** Versions of Node.js by processor and major version. */
export const NODES: Readonly<Partial<Record<string, Readonly<Record<string, Pinned>>>>> = {
  x64: {
    26: node(
      'x64',
      '26.10.0',
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    ),
    24: node(
      'x64',
      '24.21.0',
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    ),
    22: node(
      'x64',
      '22.23.3',
      'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    ),
  },
  arm64: {
    26: node(
      'arm64',
      '26.10.0',
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    ),
    24: node(
      'arm64',
      '24.21.0',
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    ),
    22: node(
      'arm64',
      '22.23.3',
      'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
    ),
  },
};

const BUN: Readonly<Partial<Record<string, [cpu: string, integrity: string]>>> = {
  x64: ['x64', 'sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g=='],
  arm64: ['aarch64', 'sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg=='],
};

const PNPM: Readonly<Partial<Record<string, string>>> = {
  x64: 'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
  arm64: 'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
};

/** Package managers by processor; null where there is none for it. */
export const TOOLS: Readonly<Record<ToolName, (arch: string) => Pinned | null>> = {
  npm: () => ({
    name: 'npm',
    version: '12.2.1',
    integrity: 'sha512-bKCmFRVT/BB+YPEYbZwQ1XUI3N5t4xKSpU1MxOjo7z3iWzKBJ0ZXRC1xFdEN+TC7N5TdywaBzf2dMXGJq/e2PQ==',
    bin: { npm: 'bin/npm-cli.js', npx: 'bin/npx-cli.js' },
  }),
  // The package `pnpm` downloads this program when it is first run, which a build without a network cannot.
  pnpm(arch) {
    const integrity = PNPM[arch];
    return integrity === undefined
      ? null
      : { name: `@pnpm/exe.linux-${arch}`, version: '12.21.0', integrity, bin: { pnpm: 'pnpm' } };
  },
  yarn: () => ({
    name: 'yarn',
    version: '1.22.22',
    integrity: 'sha512-prL3kGtyG7o9Z9Sv8IPfBNrWTDmXB4Qbes8A9rEzt6wkJV8mUvoirjU0Mp3GGAU06Y0XQyA3/2/RQFVuK7MTfg==',
    bin: { yarn: 'bin/yarn.js', yarnpkg: 'bin/yarn.js' },
  }),
  'yarn-berry': () => ({
    name: '@yarnpkg/cli-dist',
    version: '4.18.1',
    integrity: 'sha512-EH+A4TxAtBWXKE0DGQxW9Bo9crXHLJ73mfxjTQJuv8XonNWWTpei8BQ5JjczHJNU9GROTycwMFn8iOvRIZXUcA==',
    bin: { yarn: 'bin/yarn.js', yarnpkg: 'bin/yarn.js' },
  }),
  bun(arch) {
    const [cpu, integrity] = BUN[arch] ?? [];
    if (cpu === undefined || integrity === undefined) return null;
    return { name: `@oven/bun-linux-${cpu}`, version: '1.4.5', integrity, bin: { bun: 'bin/bun', bunx: 'bin/bun' } };
  },
};
