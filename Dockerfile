# The panel and all programs that it uses, on the release of Debian on which it is tested.
# See docs/guides/docker.md; a site's sandbox needs the security options that compose.yaml has.

FROM node:24-bookworm-slim AS build
WORKDIR /opt/panel
COPY . .
# Packages that only builds and tests need are left out of the second installation.
RUN npx -y pnpm@12.21.0 install --frozen-lockfile \
 && node scripts/build.ts \
 && find . -name node_modules -prune -exec rm -rf {} + \
 && npx -y pnpm@12.21.0 install --frozen-lockfile --prod --filter '@panel/server...'

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
    adminer bubblewrap ca-certificates chromium fonts-liberation git openssh-sftp-server \
    php-cli php-curl php-gd php-mbstring php-mysql php-sqlite3 php-xml php-zip \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 900 --home-dir /var/lib/panel --create-home panel
WORKDIR /opt/panel
ENV NODE_ENV=production \
    DATA_DIR=/var/lib/panel/data \
    HOME=/var/lib/panel \
    CACHE_DIR=/var/lib/panel/cache \
    HOST=0.0.0.0 \
    PORT=80 \
    HTTPS_PORT=443 \
    DNS_PORT=53 \
    SFTP_PORT=2022 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072
VOLUME /var/lib/panel
EXPOSE 80 443 53/udp 53/tcp 2022
STOPSIGNAL SIGTERM
ENTRYPOINT ["/opt/panel/server/docker-entrypoint.sh"]
CMD ["node", "--disable-warning=ExperimentalWarning", "server/src/main.ts"]
COPY --from=build /opt/panel .
