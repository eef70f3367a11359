# syntax=docker/dockerfile:1

# The server as an image that contains one static program and nothing else.
#   docker build --tag arbiter .
#   docker run --publish 8080:8080 --volume arbiter:/var/lib/arbiter arbiter
# docs/hosting.md has the rest.

FROM rust:1.95-alpine AS build
RUN apk add --no-cache ca-certificates gcc make musl-dev
WORKDIR /source
COPY . .
# On Alpine Linux programs are static by default.
RUN cargo build --locked --package arbiter --profile dist \
    && strip target/dist/arbiter \
    && install -d -m 0700 /state

FROM scratch
# To verify the certificates of databases and mail servers.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /source/target/dist/arbiter /usr/bin/arbiter
COPY --from=build --chown=65532:65532 /state /var/lib/arbiter
# A user without a name and without rights.
USER 65532:65532
ENV ARBITER_DATA=/var/lib/arbiter ARBITER_LISTEN=0.0.0.0:8080
VOLUME /var/lib/arbiter
EXPOSE 8080
# The server stops within four seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s CMD ["/usr/bin/arbiter", "health"]
ENTRYPOINT ["/usr/bin/arbiter"]
CMD ["serve"]
