# The command `plan` in a container. ENGINES names further planners, by the extras of ferryplan; ENHSP also needs `java`:
#   docker build --build-arg ENGINES=fast-downward,symk -t ferryplan .
#   docker run --rm --volume "$PWD:/work" ferryplan --couples 4
FROM python:3.13-slim

ARG ENGINES=""

COPY . /source
RUN pip install --no-cache-dir "/source${ENGINES:+[$ENGINES]}" \
    && rm -r /source \
    && useradd --uid 1000 --create-home planner

USER 1000
WORKDIR /work
ENTRYPOINT ["plan"]
