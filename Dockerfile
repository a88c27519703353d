# A static binary on nothing: docker build -t axiomine . && docker run --rm -v "$PWD:/work" axiomine demo -o demo-out
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags=arrow_json_stdlib -ldflags="-s -w -funcalign=16" -o /axiomine . && mkdir -m 1777 /emptytmp

FROM scratch
COPY --from=build /axiomine /axiomine
COPY --from=build /src/LICENSE /LICENSE
COPY --from=build /emptytmp /tmp
WORKDIR /work
ENTRYPOINT ["/axiomine"]
